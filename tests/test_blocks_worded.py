"""Orders that add a block, in more of their usual wordings: carried out, or left to somebody."""

import pytest

from tests.test_blocks_added import BOOK, came_of, harbour, is_put

PUT = [
    (
        'Cargo: The following bullet should be added to the end of the list: "Glass is dear."',
        "- Tin from the mine.\n",
        "- Tin from the mine.\n- Glass is dear.\n",
    ),
    ('Cargo: Append a bullet: "Glass is dear."', "- Tin from the mine.\n", "- Tin from the mine.\n- Glass is dear.\n"),
    ('Cargo: Insert as the first bullet: "Glass is dear."', "- Wool", "- Glass is dear.\n- Wool"),
    ('Cargo: Insert as the new second item in the list: "Glass is dear."', "- Salt", "- Glass is dear.\n- Salt"),
    (
        'Cargo: In the list, add the following item after "Salt from the marsh": "Glass is dear."',
        "- Tin",
        "- Glass is dear.\n- Tin",
    ),
    (
        'Cargo: Add a bullet below the bullet that begins "Salt from": "Glass is dear."',
        "- Tin",
        "- Glass is dear.\n- Tin",
    ),
    (
        'Cargo: Add the following bullet immediately before the last one: "Glass is dear."',
        "- Tin",
        "- Glass is dear.\n- Tin",
    ),
    (
        'Cargo: Add the following as a new bullet at the end of the list: "Glass is dear."',
        "- Tin from the mine.\n",
        "- Tin from the mine.\n- Glass is dear.\n",
    ),
    (
        'Cargo: Add the following text as a new bullet: "Glass is dear."',
        "- Tin from the mine.\n",
        "- Tin from the mine.\n- Glass is dear.\n",
    ),
    (
        'Cargo: Add a fourth bullet: "Glass is dear."',
        "- Tin from the mine.\n",
        "- Tin from the mine.\n- Glass is dear.\n",
    ),
    ('Cargo: Add bullet: "Glass is dear."', "- Tin from the mine.\n", "- Tin from the mine.\n- Glass is dear.\n"),
    (
        'Cargo: Add another bullet to the list: "Glass is dear."',
        "- Tin from the mine.\n",
        "- Tin from the mine.\n- Glass is dear.\n",
    ),
    ('Prices: Add this row to the table after Quay: "Wharf; 4; 5"', "| Slip", "| Wharf | 4 | 5 |\n| Slip"),
    ('Prices: Add a new row for Wharf below Quay: "Wharf; 4; 5"', "| Slip", "| Wharf | 4 | 5 |\n| Slip"),
    ('Prices table: Insert a row at the top: "Wharf; 4; 5"', "| Pier", "| Wharf | 4 | 5 |\n| Pier"),
    (
        'Turn: After step 3, add a new step: "Feed your crew."',
        "3. Sell your cargo.\n",
        "3. Sell your cargo.\n4. Feed your crew.\n",
    ),
    (
        'Turn: Add a fourth step: "Feed your crew."',
        "3. Sell your cargo.\n",
        "3. Sell your cargo.\n4. Feed your crew.\n",
    ),
    ('Turn: Add a new step 4: "Feed your crew."', "3. Sell your cargo.\n", "3. Sell your cargo.\n4. Feed your crew.\n"),
    ('Turn: Add: "4. Feed your crew."', "3. Sell your cargo.\n", "3. Sell your cargo.\n4. Feed your crew.\n"),
    (
        'Movement: Add a final paragraph: "A boat never moves on land."',
        "A boat may wait.\n",
        "A boat may wait.\n\nA boat never moves on land.\n",
    ),
    (
        'Movement: After the first paragraph, insert the following paragraph: "A boat never moves on land."',
        "A boat in fog",
        "A boat never moves on land.\n\nA boat in fog",
    ),
    (
        'Under Movement, add a new paragraph after "It turns once.": "A boat never moves on land."',
        "A boat in fog",
        "A boat never moves on land.\n\nA boat in fog",
    ),
    (
        'Page 4, Movement: Insert a new second paragraph: "A boat never moves on land."',
        "A boat in fog",
        "A boat never moves on land.\n\nA boat in fog",
    ),
    (
        'Add rule 5.5: "A found hand is hired."',
        "5.4 A lost hand is gone.\n",
        "5.4 A lost hand is gone.\n\n5.5 A found hand is hired.\n",
    ),
    (
        '5.5 (addition): Add a new rule: "A found hand is hired."',
        "5.4 A lost hand is gone.\n",
        "5.4 A lost hand is gone.\n\n5.5 A found hand is hired.\n",
    ),
    (
        'Add the following new case to rule 5.3: "(c) A rest costs one coin."',
        "(b) A rest heals one wound.\n",
        "(b) A rest heals one wound.\n\n(c) A rest costs one coin.\n",
    ),
    (
        'Add as 5.3(c): "A rest costs one coin."',
        "(b) A rest heals one wound.\n",
        "(b) A rest heals one wound.\n\n(c) A rest costs one coin.\n",
    ),
    (
        'Add an entry for Hull to the Glossary, after Beam: "Hull: The body of a boat."',
        "**Keel",
        "**Hull:** The body of a boat.\n\n**Keel",
    ),
    (
        'Weather: Add a bullet to the first list: "Snow is cold."',
        "- Wind moves boats.\n",
        "- Wind moves boats.\n- Snow is cold.\n",
    ),
    (
        'Cargo: Add the bullet "Glass is dear." after the bullet "Salt from the marsh."',
        "- Tin",
        "- Glass is dear.\n- Tin",
    ),
    (
        'Cargo: Add the bullet "Glass is dear." to the end of the list.',
        "- Tin from the mine.\n",
        "- Tin from the mine.\n- Glass is dear.\n",
    ),
    (
        'Movement: Add the paragraph "A boat never moves on land." after the first paragraph.',
        "A boat in fog",
        "A boat never moves on land.\n\nA boat in fog",
    ),
]
LEFT = [
    'Cargo: Add two bullets: "Glass is dear." and "Rope is long."',
    'Cargo: Add the following bullets: "Glass is dear.", "Rope is long."',
    'Movement: Insert between the first and second paragraphs: "A boat never moves on land."',
    'New rule 5.5: "A found hand is hired."',
    'Insert a new rule between 5.3 and 5.4: "5.3a A found hand is hired."',
    'Crew: Add a paragraph after rule 5.2: "A hand is a hand."',
    'Add to the Glossary: "Hull: The body of a boat."',
    'Glossary: Insert after the entry for Beam: "Hull: The body of a boat."',
    'Weather: Add the following bullet to the list that begins "Stars calm": "Snow is cold."',
    'Weather: Add the following bullet under "Then look at the sky.": "Snow is cold."',
    'Movement: Add a sentence after the first paragraph: "A boat never moves on land."',
]


@pytest.mark.parametrize(("order", "old", "new"), PUT)
def test_a_block_is_put_in_usual_wordings(order: str, old: str, new: str) -> None:
    assert BOOK.count(old) == 1
    assert is_put(order, BOOK.replace(old, new))


@pytest.mark.parametrize("order", LEFT)
def test_what_does_not_name_one_place_changes_nothing(order: str) -> None:
    assert all(each.changes == () for each in came_of(harbour([order])))
