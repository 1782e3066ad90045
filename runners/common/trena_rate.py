# SPDX-License-Identifier: Apache-2.0
"""The learning rate of each step: one number, or one of the policies of Caffe's solvers with its
formula and the names of its numbers. What runners/common/learning_rate.h is for those in C++.
"""
import math

POLICIES = ("fixed", "step", "poly", "inv")


def is_number(value):
    return (isinstance(value, (int, float)) and not isinstance(value, bool) and
            math.isfinite(value) and value >= 0)


class LearningRate:
    """Of scenario.json's `learning_rate`, a number or an object; ValueError says what is wrong."""

    def __init__(self, said):
        fields = dict(said) if isinstance(said, dict) else {"policy": "fixed", "base": said}
        self.policy = fields.get("policy")
        if self.policy not in POLICIES:
            raise ValueError("`policy` of `learning_rate` must be fixed, step, poly or inv")
        for name, default in (("base", 0.01), ("gamma", 0), ("power", 0)):
            if not is_number(fields.get(name, default)):
                where = "`%s` of `learning_rate`" % name if said is not fields.get(name) else \
                    "`learning_rate`"
                raise ValueError("%s must be a number of at least 0" % where)
            setattr(self, name, float(fields.get(name, default)))
        for name in ("stepsize", "max_iter"):
            number = fields.get(name, 1)
            if not is_number(number) or number < 1 or number != int(number):
                raise ValueError("`%s` of `learning_rate` must be a whole number of at least 1" %
                                 name)
        self.stepsize = int(fields.get("stepsize", 1))
        self.max_iter = int(fields["max_iter"]) if "max_iter" in fields else None
        self.changes = self.policy != "fixed"

    def at(self, step, steps):
        """Of a step counted from 0 of a training of so many."""
        if self.policy == "step":
            return self.base * self.gamma ** (step // self.stepsize)
        if self.policy == "inv":
            return self.base * (1 + self.gamma * step) ** -self.power
        if self.policy == "poly":
            return self.base * (1 - step / (self.max_iter or steps)) ** self.power
        return self.base

    def check(self, steps):
        if self.policy == "poly" and (self.max_iter or steps) < steps:
            raise ValueError("`max_iter` of `learning_rate` is %d, but the training has %d steps" %
                             (self.max_iter, steps))
