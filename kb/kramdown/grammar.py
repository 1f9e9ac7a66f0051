"""kramdown's grammar on markdown-it's machinery: the rules in their order, and the two parsers made of them."""

from markdown_it import MarkdownIt

from kb.kramdown import (
    _block_rules,
    _definition_rules,
    _html_rules,
    _inline_rules,
    _link_rules,
    _list_rules,
    _table_rules,
)
from kb.kramdown._attributes import resolve, set_attribute
from kb.kramdown._block_state import BlockParser, BlockState
from kb.kramdown._inline_state import START, InlineParser
from kb.kramdown.buffer import Buffer
from kb.kramdown.node import AttributeList, Node
from kb.kramdown.reading import Reading
from kb.model import Attributes

BLOCK_RULES = (
    ("blank", _block_rules.blank),
    ("code", _block_rules.code),
    ("fence", _block_rules.fence),
    ("quote", _block_rules.quote),
    ("heading", _block_rules.heading),
    ("rule", _block_rules.rule),
    ("list", _list_rules.listing),
    ("definition_list", _list_rules.definition_list),
    ("html", _html_rules.block_html),
    ("underlined", _block_rules.underlined),
    ("maths", _block_rules.maths),
    ("table", _table_rules.table),
    ("footnote", _definition_rules.footnote),
    ("link_definition", _definition_rules.link),
    ("abbreviation", _definition_rules.abbreviation),
    ("extension", _definition_rules.extension),
    ("end_of_block", _block_rules.end_of_block),
    ("paragraph", _block_rules.paragraph),
)
INLINE_RULES = (
    ("emphasis", "*_", _inline_rules.emphasis),
    ("code", "`", _inline_rules.code),
    ("address", "<", _link_rules.address),
    ("html", "<", _link_rules.inline_html),
    ("footnote", "[", _inline_rules.footnote),
    ("link", "![", _link_rules.link),
    ("quotation", "\"'", _inline_rules.quotation),
    ("maths", "$", _inline_rules.maths),
    ("attribute_list", "{", _inline_rules.attribute_list),
    ("entity", "&", _inline_rules.entity),
    ("symbol", "-.<> \\", _inline_rules.symbol),
    ("line_break", " \\", _inline_rules.line_break),
    ("escape", "\\", _inline_rules.escape),
    ("struck", "~", _inline_rules.struck),
)
_MARKDOWN = MarkdownIt("zero")
_NONE = Attributes()
_BLOCKS = BlockParser(BLOCK_RULES)
_INLINES = InlineParser(INLINE_RULES)


def read_blocks(buffer: Buffer, reading: Reading) -> Node:
    """The tree of a document's blocks; their text is not yet read."""
    root = Node("root", "", 0, buffer=buffer, lo=0, hi=len(buffer.text))
    _BLOCKS.run(BlockState(buffer, _MARKDOWN, reading, _BLOCKS, root))
    return root


def read_inline(leaf: Node, reading: Reading) -> list[Node]:
    """The inline nodes of a leaf, their offsets counted from `leaf.body[0]`."""
    text = leaf.buffer.text[leaf.body[0] : leaf.body[1]]
    return _INLINES.read(text, _MARKDOWN, reading, leaf) if START.search(text) else []


def attributes_of(node: Node, reading: Reading) -> Attributes:
    """A node's own attributes and those of the attribute lists laid over them."""
    if node.ial is None and not node.attrs:
        return _NONE
    base = AttributeList()
    for key, value in node.attrs.items():
        set_attribute(base, key, str(value))
    if node.ial is None:
        return base.frozen()
    return resolve(node.ial, reading.lists, base).frozen()
