"""Presets show what their names say."""

import pytest

from oco_live.explorer import NAMES, get


@pytest.fixture(scope="module", params=NAMES)
def shown(request):
    """The explorer, the facts of its defaults, and those of each preset."""
    explorer = get(request.param)
    return (
        explorer, explorer.frame().facts,
        [explorer.frame(**explorer.preset(preset)).facts for preset in explorer.presets])


def test_there_are_a_few_with_different_names_and_states(shown):
    explorer, _, _ = shown
    assert 3 <= len(explorer.presets) <= 9
    assert len({preset.label for preset in explorer.presets}) == len(explorer.presets)
    states = [explorer.preset(preset) for preset in explorer.presets]
    assert all(states.count(state) == 1 for state in states)
    assert all(explorer.checked(state) == state for state in states)
    hidden = {series.name for series in explorer.series if not series.first}
    assert all(set(preset.show) <= hidden for preset in explorer.presets)


def test_what_a_name_claims_is_so(shown):
    explorer, _, facts = shown
    for preset, found in zip(explorer.presets, facts):
        assert preset.claim(found), preset.label


def test_a_claim_is_not_true_of_everything(shown):
    """Of the defaults or of another preset it is false; a fact that is missing there makes it false as well."""
    explorer, default, facts = shown

    def true(claim, found):
        try:
            return bool(claim(found))
        except KeyError:
            return False

    for i, preset in enumerate(explorer.presets):
        assert not all(true(preset.claim, found) for found in [default, *facts[:i], *facts[i + 1:]]), preset.label


def test_the_view_is_told_what_python_means(shown):
    """defaults(stream) and what differs, as view/tools.js puts them together."""
    explorer, _, _ = shown
    spec = explorer.spec()
    for preset, told in zip(explorer.presets, spec["presets"]):
        stream = told["params"]["stream"]
        built = {c["name"]: stream if c["name"] == "stream" else c["default"][stream] for c in spec["controls"]} | told[
            "params"]
        assert built == explorer.preset(preset)
        assert told["label"] == preset.label and told["show"] == list(preset.show)
