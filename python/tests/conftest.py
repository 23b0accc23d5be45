"""Profiles of hypothesis: `pytest --hypothesis-profile=thorough` takes minutes."""

from hypothesis import HealthCheck, settings

for name, examples in [("quick", 300), ("thorough", 20_000)]:
    settings.register_profile(name, max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quick")
