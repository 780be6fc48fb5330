import {
  defaultTheme,
  type Block,
  type BlockDocument,
  type BlockType,
  type Theme,
} from '../../../../src/contract/blocks/document.ts'
import { lineOf, newBlock } from '../starts.ts'

type Key = 'newsletter' | 'announcement' | 'offer' | 'invitation' | 'letter' | 'welcome'

function block<Type extends BlockType>(
  type: Type,
  values: Partial<Extract<Block, { type: Type }>> = {},
): Extract<Block, { type: Type }> {
  return { ...newBlock(type), ...values }
}

const words = (...lines: string[]) => block('text', { lines: lines.map((line) => lineOf(line)) })
const link = 'https://example.com/'
const imprint = 'Your company\nYour street 1, 12345 Your town'
const foot = (align: 'left' | 'center' = 'left') => [
  block('divider', { padding_px: 16 }),
  block('footer', {
    align,
    lines: [lineOf('You get this message because you subscribed to %%mailing_list_name%%.')],
    imprint,
    padding_px: 24,
  }),
]

function made(preheader: string, theme: Partial<Theme>, blocks: Block[]): BlockDocument {
  return { version: 1, preheader, theme: { ...defaultTheme, ...theme }, blocks }
}

const newsletter = made('Three things from this month', {}, [
  block('header', {
    name: 'Your company',
    web_version_text: 'Read it in the browser',
    padding_px: 24,
  }),
  block('heading', { level: 1, text: 'News of the month' }),
  words('A sentence or two that say what is in it for the reader, and why now.'),
  block('button', { text: 'Read the main story', href: link, padding_px: 16 }),
  block('divider', { padding_px: 16 }),
  block('columns', {
    columns: [
      { blocks: [block('heading', { level: 3, text: 'A second story' }), words('Two lines are enough.')] },
      {
        blocks: [block('heading', { level: 3, text: 'A third one' }), words('Leave out what nobody misses.')],
      },
    ],
  }),
  block('quote', { text: 'What a customer says in one sentence.', attribution: 'Name, company' }),
  block('social', {
    links: [
      { network: 'website', href: link },
      { network: 'linkedin', href: link },
    ],
  }),
  ...foot(),
])

const announcement = made(
  'It is here',
  { background: '#e9eef5', button: '#2b3f8c', link: '#2b3f8c', font: 'geometric', dark_link: '#9db4ff' },
  [
    block('header', { name: 'Your company', align: 'center', padding_px: 24 }),
    block('heading', {
      level: 1,
      text: 'Something new is here',
      align: 'center',
      background: '#2b3f8c',
      padding_px: 48,
    }),
    block('text', {
      lines: [lineOf('Say in one paragraph what is new, whom it helps, and what it replaces.')],
      align: 'center',
      font_size_px: 18,
      padding_px: 24,
    }),
    block('text', {
      lines: [
        lineOf('The first thing that gets easier', 'bullet'),
        lineOf('The second', 'bullet'),
        lineOf('And what stays as it is', 'bullet'),
      ],
    }),
    block('button', { text: 'See what is new', href: link, align: 'center', padding_px: 24 }),
    ...foot('center'),
  ],
)

const offer = made(
  'Until Sunday',
  { background: '#f6efe6', button: '#8a3b12', link: '#8a3b12', radius_px: 12, dark_link: '#f0a878' },
  [
    block('header', { name: 'Your shop', padding_px: 24 }),
    block('heading', { level: 1, text: '20 % off until Sunday', background: '#8a3b12', padding_px: 40 }),
    words('For everything that is in the shop. The price is shown in the basket.'),
    block('columns', {
      split: '1-1-1',
      columns: ['First product', 'Second product', 'Third product'].map((name) => ({
        blocks: [
          block('heading', { level: 3, text: name }),
          words('What it is, and 24.00'),
          block('button', { text: 'Look', href: link }),
        ],
      })),
    }),
    block('button', { text: 'Go to the shop', href: link, full_width: true, padding_px: 24 }),
    ...foot(),
  ],
)

const invitation = made(
  'You are invited',
  {
    background: '#efece6',
    font: 'serif',
    button: '#3d5a3c',
    link: '#3d5a3c',
    radius_px: 0,
    dark_link: '#a8cfa6',
  },
  [
    block('spacer', { height_px: 24 }),
    block('heading', { level: 1, text: 'You are invited', align: 'center', padding_px: 24 }),
    block('text', {
      lines: [lineOf('to an evening with people who do what you do.')],
      align: 'center',
      font_size_px: 20,
    }),
    block('divider', { padding_px: 16 }),
    block('columns', {
      columns: [
        { blocks: [block('heading', { level: 3, text: 'When' }), words('Thursday, 4 June, 19:00')] },
        {
          blocks: [
            block('heading', { level: 3, text: 'Where' }),
            words('Name of the place, street and town'),
          ],
        },
      ],
    }),
    block('button', { text: 'I am coming', href: link, align: 'center', padding_px: 24 }),
    ...foot('center'),
  ],
)

const letter = made('', { background: '#ffffff', font: 'serif', font_size_px: 17, width_px: 560 }, [
  block('spacer', { height_px: 16 }),
  words(
    'Good day,',
    'A letter looks like one person wrote to another. It has no pictures and one request at most.',
    'Say what happened, what it means for the reader, and what you would like them to do.',
  ),
  block('text', {
    lines: [
      {
        kind: 'paragraph',
        spans: [
          { text: 'You can ', marks: [], href: '' },
          { text: 'read the rest here', marks: [], href: link },
          { text: ', or just answer this message.', marks: [], href: '' },
        ],
      },
    ],
  }),
  words('Yours,', 'Your name'),
  ...foot(),
])

const welcome = made('What to expect from us', { button: '#6a2c70', link: '#6a2c70', dark_link: '#dba6e0' }, [
  block('header', { name: 'Your company', padding_px: 24 }),
  block('heading', { level: 1, text: 'Welcome' }),
  words('Thank you for subscribing. This is what you will get, and how often.'),
  block('text', {
    lines: [
      lineOf('Take a look around', 'number'),
      lineOf('Tell us what interests you', 'number'),
      lineOf('Answer this message if something is missing', 'number'),
    ],
  }),
  block('button', { text: 'Begin here', href: link, padding_px: 16 }),
  block('social', {
    links: [
      { network: 'website', href: link },
      { network: 'instagram', href: link },
    ],
  }),
  ...foot(),
])

/** Good starts, without pictures: so that nothing is missing when they are sent as they are. */
export const gallery: readonly { key: Key; document: BlockDocument }[] = [
  { key: 'newsletter', document: newsletter },
  { key: 'announcement', document: announcement },
  { key: 'offer', document: offer },
  { key: 'invitation', document: invitation },
  { key: 'letter', document: letter },
  { key: 'welcome', document: welcome },
]
