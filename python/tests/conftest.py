"""How thorough the tests are: `pytest --hypothesis-profile=thorough` takes minutes."""

from hypothesis import HealthCheck, settings

common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=300, **common)
settings.register_profile("thorough", max_examples=20_000, **common)
settings.load_profile("quick")
