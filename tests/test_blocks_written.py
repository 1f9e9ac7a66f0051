"""Blocks that errata add to books of many shapes: written as those beside them, or left to somebody."""

import pytest

from tests.test_blocks_added import came_of, harbour, is_put

SHAPES = [
    (
        'Cargo: Add a bullet after "Wool is soft.": "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n  - It burns well.\n- Salt is white.\n",
        "- Salt",
        "- Glass is dear.\n- Salt",
    ),
    (
        'Cargo: Add a bullet after the first bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n\n  It burns.\n\n- Salt is white.\n",
        "- Salt",
        "- Glass is dear.\n\n- Salt",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n\n- Salt is white.\n\nThe end comes.\n",
        "- Salt is white.\n",
        "- Salt is white.\n\n- Glass is dear.\n",
    ),
    (
        'Cargo: Add a bullet after the first bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft\n  and warm.\n- Salt is white.\n",
        "- Salt",
        "- Glass is dear.\n- Salt",
    ),
    (
        'Cargo: Add a bullet after the last bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white\nand wet.\n\nThe end comes.\n",
        "and wet.\n",
        "and wet.\n- Glass is dear.\n",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear."',
        (
            "## Cargo\n\n1. Weigh it.\n2. Sell it.\n\nThere are:\n\n"
            "- Wool is soft.\n- Salt is white.\n\nThe end comes.\n"
        ),
        "- Salt is white.\n",
        "- Salt is white.\n- Glass is dear.\n",
    ),
    (
        'Prices: Add a row after the row for Quay: "Wharf; 4"',
        "## Prices\n\n| A | B |\n|--|--|\n| Pier | 2 |\n\nMore:\n\n| A | B |\n|--|--|\n| Quay | 2 |\n",
        "| Quay | 2 |\n",
        "| Quay | 2 |\n| Wharf | 4 |\n",
    ),
    (
        'Prices: Add a row after the row for Quay: "Old Wharf 4 5"',
        "## Prices\n\n| A | B | C |\n|--|--|--|\n| Pier | 2 | 3 |\n| Quay | 2 | 3 |\n",
        "| Quay | 2 | 3 |\n",
        "| Quay | 2 | 3 |\n| Old Wharf | 4 | 5 |\n",
    ),
    (
        '5.2: Add a paragraph at the end: "Glass is dear."',
        "## Cargo\n\n5.1 It is so.\n\n5.2 It was so.\n\n5.3 So it is.\n\n5.4 It goes.\n",
        "5.3 So",
        "Glass is dear.\n\n5.3 So",
    ),
    (
        'Add as rule 5.4: "A storm ends at dusk."',
        "## Storms\n\n- 5.1 It is so.\n- 5.2 It was so.\n- 5.3 So it is.\n\n## End\n\nDone.\n",
        "- 5.3 So it is.\n",
        "- 5.3 So it is.\n- 5.4 A storm ends at dusk.\n",
    ),
    (
        'Add after rule 5.3: "5.4 A storm ends at dusk."',
        "## Storms\n\n5.1 It is so.\n\n5.2 It was so.\n\n5.3 So it is.\n\n(a) It is.\n\n5.5 It goes.\n",
        "5.5 It goes",
        "5.4 A storm ends at dusk.\n\n5.5 It goes",
    ),
    (
        'Add as rule 5.2a: "A storm ends at dusk."',
        "## Storms\n\n5.1 It is so.\n\n5.2 It was so.\n\n5.3 So it is.\n",
        "5.3 So",
        "5.2a A storm ends at dusk.\n\n5.3 So",
    ),
    (
        'Add as rule 5.4: "A storm ends at dusk."',
        ("## Storms\n\n**5.1 One.** It is so.\n\n**5.2 Two.** It was so.\n\n**5.3 Three.** So it is.\n"),
        "So it is.\n",
        "So it is.\n\n5.4 A storm ends at dusk.\n",
    ),
    (
        'Turn: Add a step after step 2: "Feed your crew."',
        "## Turn\n\n1. Roll.\n1. Move.\n1. Sell.\n",
        "1. Sell",
        "1. Feed your crew.\n1. Sell",
    ),
    (
        'Turn: Add a step at the beginning: "Feed your crew."',
        "## Turn\n\n1. Roll.\n2. Move.\n",
        "1. Roll.\n2. Move",
        "1. Feed your crew.\n2. Roll.\n3. Move",
    ),
    (
        "Cargo: Add the following bullet: Glass is dear.",
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt is white.\n",
        "- Salt is white.\n- Glass is dear.\n",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear." This was left out by mistake.',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt is white.\n",
        "- Salt is white.\n- Glass is dear.\n",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear." Renumber the rest.',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt is white.\n",
        "- Salt is white.\n- Glass is dear.\n",
    ),
    (
        'Cargo: A new bullet should be added after the first bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt",
        "- Glass is dear.\n- Salt",
    ),
    (
        'Cargo: Add "Glass is dear." as the second bullet.',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt",
        "- Glass is dear.\n- Salt",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.",
        "- Salt is white.",
        "- Salt is white.\n- Glass is dear.",
    ),
    ("Cargo: Delete the last bullet.", "## Cargo\n\n- Wool is soft.\n- Salt is white.", "\n- Salt is white.", ""),
    (
        "Cargo: Delete the second bullet.",
        "## Cargo\n\n- Wool is soft.\n- **Salt is white.**\n- Tin is hard.\n",
        "- **Salt is white.**\n",
        "",
    ),
    (
        "Cargo: Delete the second bullet.",
        "## Cargo\n\n{: .note}\n> Note it:\n> - Wool is soft.\n> - Salt is white.\n\nThe end comes.\n",
        "> - Salt is white.\n",
        "",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear."',
        "## Cargo\r\n\r\n- Wool is soft.\r\n- Salt is white.\r\n\r\nEnd it.\r\n",
        "- Salt is white.\r\n",
        "- Salt is white.\r\n- Glass is dear.\r\n",
    ),
    (
        'Table 3: Add a row after the row for Quay: "Wharf; 4"',
        "## Prices\n\n**Table 3.** Prices\n\n| A | B |\n|--|--|\n| Pier | 2 |\n| Quay | 2 |\n\nMore.\n",
        "| Quay | 2 |\n",
        "| Quay | 2 |\n| Wharf | 4 |\n",
    ),
    (
        'Insert a row in Table 3 between Pier and Quay: "Wharf; 4"',
        ("## Prices\n\nTable 3: Tolls, by place\n\n| A | B |\n|--|--|\n| Pier | 2 |\n| Quay | 2 |\n\nMore.\n"),
        "| Quay",
        "| Wharf | 4 |\n| Quay",
    ),
    (
        'Add the following definition to the Glossary, after "Beam": "Hull: The body."',
        "## Glossary\n\n**Beam:** Wide.\n\n**Keel:** Long.\n",
        "**Keel",
        "**Hull:** The body.\n\n**Keel",
    ),
    (
        'Cargo: Insert a bullet between the first and the second bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt",
        "- Glass is dear.\n- Salt",
    ),
    (
        'Cargo: Insert a paragraph between the first and second paragraphs: "Glass is dear."',
        "## Cargo\n\nWool is soft.\n\nSalt is white.\n",
        "Salt",
        "Glass is dear.\n\nSalt",
    ),
    (
        'Page 7: Add a new bullet to the end of the list in Cargo: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt is white.\n",
        "- Salt is white.\n- Glass is dear.\n",
    ),
    (
        'Add the following bullet to the end of the list in Section 4.2: "Glass is dear."',
        (
            "## 4.1 Oars\n\nRow.\n\n- One oar.\n- Two oars.\n\n## 4.2 Cargo\n\n"
            "- Wool is soft.\n- Salt is white.\n\n## 4.3 Rest\n\nSleep.\n"
        ),
        "- Salt is white.\n",
        "- Salt is white.\n- Glass is dear.\n",
    ),
    (
        'At the end of the list in Cargo, add the following bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt is white.\n",
        "- Salt is white.\n- Glass is dear.\n",
    ),
    (
        'Harbour Rules, Cargo: Add a bullet at the bottom of the list: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n",
        "- Salt is white.\n",
        "- Salt is white.\n- Glass is dear.\n",
    ),
    (
        'Add to 5.3 the following case: "(b) Glass is dear."',
        "## Cargo\n\n5.1 It is so.\n\n5.2 It was so.\n\n5.3 So it is.\n\n(a) It is.\n\n5.4 It goes.\n",
        "5.4 It goes",
        "(b) Glass is dear.\n\n5.4 It goes",
    ),
    (
        'Cargo: Add a bullet after the bullet on wool: "Glass is dear."',
        "## Cargo\n\n- Never with wool.\n- **Wool:** soft.\n- Tin is hard.\n",
        "- Tin",
        "- Glass is dear.\n- Tin",
    ),
    (
        'Movement: Add a paragraph after the first paragraph: "Glass is dear."',
        "## Movement\n\nA boat moves.\n\n### Fog\n\nIt is slow.\n\nIt is wet.\n",
        "### Fog",
        "Glass is dear.\n\n### Fog",
    ),
    (
        'Movement: Add a paragraph after the first paragraph: "Glass is dear."',
        "## Movement\n\nA boat moves.\n\n---\n\nIt is slow.\n",
        "A boat moves.\n",
        "A boat moves.\n\nGlass is dear.\n",
    ),
    ('Cargo: Delete "Salt is white."', "## Cargo\n\n- Wool is soft.\n- Salt is white.\n", "- Salt is white.\n", ""),
    (
        'Cargo: Delete "Salt is white."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white. It is dear.\n",
        "Salt is white. ",
        "",
    ),
    (
        "Cargo: Delete the second bullet.",
        "## Cargo\n\n- Wool is soft.\n\n- Salt is white.\n\n- Tin is hard.\n",
        "- Salt is white.\n",
        "",
    ),
    ("Delete rule 5.2.", "## Storms\n\n- 5.1 It is so.\n- 5.2 It was so.\n- 5.3 So it is.\n", "- 5.2 It was so.\n", ""),
    (
        "Cargo: Delete the second bullet.",
        "## Cargo\n\n- Wool is soft.\n- Salt is\n  white.\n- Tin is hard.\n",
        "- Salt is\n  white.\n",
        "",
    ),
    (
        'Glossary: Add an entry between Beam and Keel: "Hull; The body"',
        "## Glossary\n\n| A | B |\n|--|--|\n| Beam | Wide |\n| Keel | Long |\n",
        "| Keel",
        "| Hull | The body |\n| Keel",
    ),
]
LEFT = [
    (
        'Cargo: Add the following bullet to the end of the list: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white:\n  - grey salt\n  - red salt\n",
    ),
    (
        'Cargo: Add a bullet after "grey salt": "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white:\n  - grey salt\n  - red salt\n- Tin\n",
    ),
    (
        'Cargo: Add a bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n\n- Salt is white.\n\n  It burns.\n\nThe end comes.\n",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear."',
        "## Cargo\n\n{: .note}\n> Note it:\n> - Wool is soft.\n> - Salt is white.\n\nThe end comes.\n",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear."',
        "## Cargo\n\n<ul>\n<li>Wool is soft.</li>\n<li>Salt is white.</li>\n</ul>\n\nThe end comes.\n",
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft.\n- Salt is white.\n{: .wide}\n\nThe end comes.\n",
    ),
    (
        'Cargo: Add a bullet after the third bullet: "Glass is dear."',
        ("## Cargo\n\n- Wool is soft.\n- Salt is white.\n\nThere are:\n\n- Tin is hard.\n- Ale is wet.\n"),
    ),
    (
        'Prices: Add the following row to the end of the table: "Wharf; 4"',
        "## Prices\n\n| A | B |\n|--|--|\n| Pier | 2 |\n\nMore:\n\n| A | B |\n|--|--|\n| Quay | 2 |\n",
    ),
    (
        'Prices: Add a row after the row for Quay: "Old Wharf 4"',
        "## Prices\n\n| A | B | C |\n|--|--|--|\n| Pier | 2 | 3 |\n| Quay | 2 | 3 |\n",
    ),
    (
        'Prices: Add a row after the row for Quay: "Pier; 4; 5"',
        "## Prices\n\n| A | B | C |\n|--|--|--|\n| Pier | 2 | 3 |\n| Quay | 2 | 3 |\n",
    ),
    (
        'Prices: Add the following row to the table: "Wharf; 4; 5"',
        "## Prices\n\n| A | B | C |\n|--|--|--|\n| Pier | 2 | 3 |\n| Quay | 2 | 3 |\n",
    ),
    (
        'Prices: Add a row after the row for Quay: "Wharf; 4"',
        (
            "## Prices\n\n"
            "<table>\n<tr><td>A</td><td>B</td></tr>\n<tr><td>Pier</td><td>2</td></tr>\n<tr><td>Quay</td><td>2</td></tr>\n</table>\n"
        ),
    ),
    (
        'Cargo: Add a paragraph after the first paragraph: "Glass is dear."',
        "## Cargo\n\nThere are:\n\n- Wool is soft.\n- Salt is white.\n\nThe end comes.\n",
    ),
    ('Cargo: Add a paragraph at the end: "Glass is dear."', "## Cargo\n\nIt is so.\n\n### Small\n\nThe end comes.\n"),
    (
        'Cargo: Add a paragraph at the end: "Glass is dear."',
        "## Cargo\n\n5.1 It is so.\n\n5.2 It was so.\n\n5.3 So it is.\n\n5.4 It goes.\n",
    ),
    ('Cargo: Add a paragraph at the end: "Glass is dear."', "## Cargo\n\nIt is so.\n\n<div>Hail.</div>\n"),
    (
        'Cargo: Add a paragraph after "It is so.": "Glass is dear."',
        "## Cargo\n\nIt is so.\n\nHere it is so. It is so.\n",
    ),
    (
        'Add as rule 5.4: "A storm ends at dusk."',
        (
            "## Storms\n\n### 5.1 One\n\nIt is so.\n\n### 5.2 Two\n\n"
            "It was so.\n\n### 5.3 Three\n\nSo it is.\n\n## End\n\nDone.\n"
        ),
    ),
    (
        'Add as rule 5.4: "A storm ends at dusk."',
        ("## Storms\n\n5.1 It is so.\n\n5.2 It was so.\n\n5.3 So it is.\n\nDesigner says hello.\n\n## End\n\nDone.\n"),
    ),
    (
        'Add after rule 5.1: "5.4 A storm ends at dusk."',
        "## Storms\n\n5.1 It is so.\n\n5.2 It was so.\n\n5.3 So it is.\n\n5.5 It goes.\n",
    ),
    (
        'Turn: Add a step after step 2: "Feed your crew."',
        "## Turn\n\n1. Roll.\n2. Move.\n\nThen:\n\n1. Eat.\n2. Sleep.\n3. Wake.\n",
    ),
    (
        'Cargo: Add a bullet after "wool": "Glass is dear."',
        "## Cargo\n\n- The wool is soft.\n- Salt is white.\n- No wool burns.\n",
    ),
    ("Cargo: Delete the first bullet.", "## Cargo\n\n- Wool is soft:\n  - It burns.\n- Salt is white.\n"),
    (
        'Prices: Delete the row "Quay".',
        (
            "## Prices\n\n"
            "<table>\n<tr><td>A</td><td>B</td></tr>\n<tr><td>Pier</td><td>2</td></tr>\n<tr><td>Quay</td><td>2</td></tr>\n</table>\n"
        ),
    ),
    ('Cargo: Add a paragraph at the end: "Glass is dear."', "## Cargo\n\nIt is so.[^a]\n\n[^a]: A note.\n"),
    (
        'Table 30: Add a row after the row for Quay: "Wharf; 4"',
        "## Prices\n\nTable 3: Tolls\n\n| A | B |\n|--|--|\n| Pier | 2 |\n| Quay | 2 |\n\nMore.\n",
    ),
    (
        'Table 3: Add a row after the row for Quay: "Wharf; 4"',
        (
            "## Prices\n\n| A | B |\n|--|--|\n| Quay | 2 |\n\nTable 3: Tolls\n\n"
            "| A | B |\n|--|--|\n| Quay | 3 |\n\nTable 4: Fees\n"
        ),
    ),
    (
        'Table 3: Add a row after the row for Quay: "Wharf; 4"',
        (
            "## Prices\n\nTable 3: Tolls\n\n| A | B |\n|--|--|\n| Quay | 2 |\n\n"
            "## Fees\n\nTable 3: Fees\n\n| A | B |\n|--|--|\n| Quay | 3 |\n"
        ),
    ),
    (
        'Cargo: Add the following bullet: "Glass is dear."',
        (
            "## Cargo\n\n- Wool is soft.\n- Salt is white.\n\n"
            "{: .note}\n> Note it:\n> - Wool is red.\n> - Salt is blue.\n\nThe end comes.\n"
        ),
    ),
    (
        'Cargo: Add the following bullet to the end of the second list: "Glass is dear."',
        (
            "## Cargo\n\n1. Weigh it.\n2. Sell it.\n\nThere are:\n\n"
            "- Wool is soft.\n- Salt is white.\n\nThere are:\n\n- Tin is hard.\n- Ale is wet.\n"
        ),
    ),
    ('Glossary: Add an entry after Beam: "Hull: The body."', "## Glossary\n\nBeam\n: Wide.\n\nKeel\n: Long.\n"),
    (
        'Prices: Add a row after Quay: "Wharf; 4"',
        "## Prices\n\n| A | B |\n|--|--|\n| Pier | next to Quay |\n| Quay Street | 2 |\n",
    ),
    (
        'Cargo: Add a bullet after the bullet on wool: "Glass is dear."',
        "## Cargo\n\n- Sheep give it.\n- Never with wool.\n- Tin is hard.\n",
    ),
    (
        'Cargo: Add a bullet after the third bullet: "Glass is dear."',
        "## Cargo\n\n- Wool is soft:\n  - It burns.\n- Salt is white.\n- Tin is hard.\n",
    ),
    (
        'Movement: Add a paragraph after the second paragraph: "Glass is dear."',
        "## Movement\n\nA boat moves.\n\n### Fog\n\nIt is slow.\n\nIt is wet.\n",
    ),
    ("Glossary: Delete the entry for Beam.", "## Glossary\n\n**Beam**\n: Wide.\n\n**Keel**\n: Long.\n"),
    ('Prices: Delete the row "A".', "## Prices\n\n| A | B |\n|--|--|\n| Pier | 2 |\n| Quay | 2 |\n"),
]


@pytest.mark.parametrize(("order", "text", "old", "new"), SHAPES)
def test_a_block_is_written_as_those_beside_it(order: str, text: str, old: str, new: str) -> None:
    end = "\r\n" if "\r\n" in text else "\n"
    book = f"# Harbour Rules{end}{end}{text}"
    assert book.count(old) == 1
    assert is_put(order, book.replace(old, new), book)


@pytest.mark.parametrize(("order", "text"), LEFT)
def test_a_block_whose_place_may_be_another_is_left_to_somebody(order: str, text: str) -> None:
    (outcome,) = came_of(harbour([order], f"# Harbour Rules\n\n{text}"))
    assert outcome.tried.refusal is not None
    assert (outcome.changes, bool(outcome.tried.message)) == ((), True)
