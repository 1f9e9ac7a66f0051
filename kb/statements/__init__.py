"""Statements: a rulings file or a sheet of answers comes in as a document, its parts and the statements in them go out.

- A rulings file: `outline` parts it, by `sections` and `plain_sections`; `cutting` cuts the parts, by `splitting`,
  `rows`, `hard_lines`, `leads`, `run_in` and `enumerated`; `legend` reads what the file says of its marks, `reading`
  each statement, `asking` joins question and answer.
- One that came by mail is read by `mailed`, `mailed_heads`, `mailed_lines` and `mailed_pieces` first, and put into its
  page by `grafting`; `post` is what the post put around a text.
- A sheet of answers: `faq_headings` tells what parts it, `faq_forms` and `faq_marks` how it asks, `speaking` who does,
  `digest` what the mail put there.

`names` reads what either calls itself.
"""
