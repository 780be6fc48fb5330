import { z } from 'zod'
import { choice, flag, text, whole } from '../api/fields.ts'
import { clausesSchema } from '../segments/clauses.ts'
import { conditionalBlocks, conditionsMax } from './conditions.ts'
import {
  aligns,
  columnSplits,
  defaultTheme,
  documentVersion,
  fonts,
  lineKinds,
  marks,
  networks,
  upgradeDocument,
  type Block,
  type BlockDocument,
  type InnerBlock,
} from './document.ts'

/** What compiles to more than a message may have is refused after compiling. */
const wordsMax = 20_000
const blocksMax = 200
const linesMax = 500

const words = (description: string) => text(wordsMax).default('').meta({ description })
const short = (description: string) => text(500).default('').meta({ description })
const address = (description: string) => text(2000).default('').meta({ description })
const pixels = (min: number, max: number, otherwise: number) => whole(min, max).default(otherwise)
const color = (otherwise: string) =>
  text(7)
    .refine((value) => value === '' || /^#[0-9a-f]{6}$/i.test(value), 'must look like #0b5f6b')
    .default(otherwise)
const align = choice(aligns).default('left').meta({ description: 'Where the block stands. Default: left.' })

const common = {
  id: text(64)
    .default('')
    .meta({ description: 'A name of the client for the block, which tells blocks apart in an editor.' }),
  background: color('').meta({
    description: 'The color behind the block, #rrggbb. The words on it become black or white. Default: none.',
  }),
  padding_px: pixels(0, 96, 12).meta({ description: 'The space above and below, in pixels. Default: 12.' }),
}

const conditional = {
  ...common,
  show_if: clausesSchema.optional().meta({
    description:
      'Clauses as in a segment. Only readers for whom all hold get the block. Absent or empty: everybody gets it.',
  }),
}

const link =
  'An address with http, https or mailto, or one that begins with a replacement code. Anything else is no link.'

const span = z.object({
  text: words('The words. They can contain replacement codes and line breaks.'),
  marks: z.array(choice(marks)).max(4).default([]).meta({ description: 'How the words are set off.' }),
  href: address(link),
})
const line = z
  .object({
    kind: choice(lineKinds)
      .default('paragraph')
      .meta({ description: 'Whether it is a paragraph or an item of a list. Default: paragraph.' }),
    spans: z.array(span).max(200).default([]).meta({ description: 'The words of the line, in order.' }),
  })
  .meta({ id: 'BlockLine' })
const lines = z.array(line).max(linesMax).default([]).meta({ description: 'Paragraphs and items of lists.' })

const kind = <const Name extends string>(name: Name) =>
  z.literal(name).meta({ description: 'The type of the block.' })

const textBlock = z
  .object({
    type: kind('text'),
    ...conditional,
    lines,
    align,
    font_size_px: pixels(0, 40, 0).meta({
      description: 'The size in pixels. 0: as in the theme. Default: 0.',
    }),
  })
  .meta({ id: 'TextBlock' })
const heading = z
  .object({
    type: kind('heading'),
    ...conditional,
    text: words('The words of the heading.'),
    level: z
      .union([z.literal(1), z.literal(2), z.literal(3)], 'must be 1, 2 or 3')
      .default(2)
      .meta({
        description: 'The rank: 1 is the largest. Default: 2.',
      }),
    align,
  })
  .meta({ id: 'HeadingBlock' })
const pictureWidth = pixels(0, 800, 0).meta({
  description: 'In pixels, at most the width of its place. 0: all of it. Default: 0.',
})
const image = z
  .object({
    type: kind('image'),
    ...conditional,
    src: address(
      'The address of the picture, http or https, or cid:asset-5: the asset 5 travels in the message.',
    ),
    alt: short('What the picture shows, for readers who do not see it.'),
    decorative: flag.default(false).meta({
      description: 'Whether the picture means nothing, so that it needs no alt. Default: false.',
    }),
    href: address(link),
    width_px: pictureWidth,
    align: align.meta({ description: 'Where a narrower picture stands. Default: left.' }),
  })
  .meta({ id: 'ImageBlock' })
const button = z
  .object({
    type: kind('button'),
    ...conditional,
    text: short('The words on the button.'),
    href: address(link),
    align,
    color: color('').meta({ description: 'The color of the button. Default: that of the theme.' }),
    full_width: flag.default(false).meta({ description: 'Whether it fills the width. Default: false.' }),
  })
  .meta({ id: 'ButtonBlock' })
const divider = z
  .object({
    type: kind('divider'),
    ...conditional,
    color: color('').meta({ description: 'The color of the line. Default: a light gray.' }),
    thickness_px: pixels(1, 12, 1).meta({ description: 'The thickness in pixels. Default: 1.' }),
  })
  .meta({ id: 'DividerBlock' })
const spacer = z
  .object({
    type: kind('spacer'),
    ...conditional,
    padding_px: pixels(0, 96, 0).meta({ description: 'More space above and below. Default: 0.' }),
    height_px: pixels(1, 200, 24).meta({ description: 'The height in pixels. Default: 24.' }),
  })
  .meta({ id: 'SpacerBlock' })
const social = z
  .object({
    type: kind('social'),
    ...conditional,
    links: z
      .array(
        z.object({
          network: choice(networks).meta({ description: 'The name that is shown.' }),
          href: address(link),
        }),
      )
      .max(20)
      .default([])
      .meta({ description: 'The links in order.' }),
    align,
  })
  .meta({ id: 'SocialBlock' })
const quote = z
  .object({
    type: kind('quote'),
    ...conditional,
    text: words('The words that are quoted.'),
    attribution: short('Who says so.'),
    color: color('').meta({ description: 'The color of the bar beside it. Default: that of links.' }),
  })
  .meta({ id: 'QuoteBlock' })
const html = z
  .object({
    type: kind('html'),
    ...conditional,
    html: text(200_000).default('').meta({ description: 'HTML that is inserted as it is.' }),
    text: words('What stands for it in the text part.'),
  })
  .meta({ id: 'HtmlBlock' })
const header = z.object({
  type: kind('header'),
  ...common,
  name: short('The name of the sender: shown without a picture, and the alternative text of one.'),
  src: address('The address of the logo, http or https.'),
  href: address(link),
  width_px: pixels(0, 800, 160).meta({ description: 'The width of the logo in pixels. Default: 160.' }),
  align,
  web_version_text: short('The words of a link to the message in a browser. Empty: no such link.'),
})
const footer = z.object({
  type: kind('footer'),
  ...common,
  lines,
  imprint: text(2000).default('').meta({ description: 'Who sends this, with a postal address.' }),
  unsubscribe_text: short('The words of the link to unsubscribe. Default: Unsubscribe.'),
  align,
})

const inner = [textBlock, heading, image, button, divider, spacer, social, quote, html] as const
const innerBlock: z.ZodType<InnerBlock> = z.discriminatedUnion('type', [...inner])
const columns = z.object({
  type: kind('columns'),
  ...conditional,
  split: choice(columnSplits)
    .default('1-1')
    .meta({ description: 'The widths of the columns. Default: 1-1.' }),
  gap_px: pixels(0, 48, 24).meta({ description: 'The space between columns in pixels. Default: 24.' }),
  columns: z
    .array(
      z.object({
        blocks: z.array(innerBlock).max(50).default([]).meta({ description: 'The blocks of the column.' }),
      }),
    )
    .max(3)
    .default([])
    .meta({
      description: 'The columns from left to right. They cannot contain columns, a header or a footer.',
    }),
})
const block: z.ZodType<Block> = z.discriminatedUnion('type', [...inner, columns, header, footer])

const theme = z.object({
  language: text(20)
    .default(defaultTheme.language)
    .meta({ description: 'A language tag: en, de-AT. Default: en.' }),
  width_px: pixels(320, 800, defaultTheme.width_px).meta({
    description: 'The largest width in pixels. Default: 600.',
  }),
  font: choice(fonts).default(defaultTheme.font).meta({ description: 'The family of fonts. Default: sans.' }),
  font_size_px: pixels(12, 24, defaultTheme.font_size_px).meta({
    description: 'The size of text in pixels. Default: 16.',
  }),
  radius_px: pixels(0, 40, defaultTheme.radius_px).meta({
    description: 'The roundness of corners in pixels. Default: 6.',
  }),
  background: color(defaultTheme.background).meta({ description: 'The color around the message.' }),
  panel: color(defaultTheme.panel).meta({ description: 'The color behind the blocks.' }),
  text: color(defaultTheme.text).meta({ description: 'The color of text.' }),
  link: color(defaultTheme.link).meta({ description: 'The color of links.' }),
  button: color(defaultTheme.button).meta({ description: 'The color of buttons.' }),
  dark_background: color(defaultTheme.dark_background).meta({ description: 'The same color in dark mode.' }),
  dark_panel: color(defaultTheme.dark_panel).meta({ description: 'The same color in dark mode.' }),
  dark_text: color(defaultTheme.dark_text).meta({ description: 'The same color in dark mode.' }),
  dark_link: color(defaultTheme.dark_link).meta({ description: 'The same color in dark mode.' }),
})

const blockDocumentSchema: z.ZodType<BlockDocument> = z
  .object({
    version: z
      .literal(documentVersion, `must be ${documentVersion}`)
      .default(documentVersion)
      .meta({ description: 'The version of the format. Older documents are read, too.' }),
    preheader: short('The words that mail programs show after the subject.'),
    theme: theme.prefault({}).meta({ description: 'Fonts, colors and measures.' }),
    blocks: z
      .array(block)
      .max(blocksMax)
      .default([])
      .meta({ description: 'The blocks of the message, from top to bottom.' }),
  })
  .refine((document) => conditionalBlocks(document).length <= conditionsMax, {
    path: ['blocks'],
    error: `must have at most ${conditionsMax} blocks with show_if`,
  })
  .meta({ id: 'BlockDocument' })

export const blockDocumentInput = z.preprocess((value) => upgradeDocument(value), blockDocumentSchema)

/** As it was stored: the server wrote it, so its parts are not checked again. */
export const blockDocumentAnswer = z.record(z.string(), z.unknown()).nullable().meta({
  description: 'The blocks from which html and text were compiled. null: they were written by hand.',
}) as unknown as z.ZodType<BlockDocument | null, BlockDocument | null>
