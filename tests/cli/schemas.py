"""Documents against their JSON Schemas, with an independent validator (python3-jsonschema)."""
import copy
import json
import os

import jsonschema


def short(value):
    """The same with few of the numbers of long lists, which take most of the time: the least and the greatest of each type."""
    if isinstance(value, dict):
        return {key: short(each) for key, each in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) < 5 or any(type(each) not in (int, float) for each in value):
        return [short(each) for each in value]
    return [end(same) for kind in (int, float) if (same := [each for each in value if type(each) is kind]) for end in (min, max)]


class Schema:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            schema = json.load(file)
        Validator = jsonschema.validators.validator_for(schema)
        Validator.check_schema(schema)
        self.validator = Validator(schema)

    def accept(self, files):
        """By name: each must be valid."""
        for name, value in files.items():
            errors = [f"{list(error.absolute_path)}: {error.message}" for error in self.validator.iter_errors(short(value))]
            assert not errors, (name, errors[:5])

    def refuse(self, name, value, spoil):
        """Whatever `spoil` makes of a copy must not be valid."""
        spoiled = copy.deepcopy(value)
        spoil(spoiled)
        assert not self.validator.is_valid(spoiled), name


def open_test(path, folder):
    """The schema, and an empty folder to work in."""
    os.makedirs(folder, exist_ok=True)
    return Schema(path)
