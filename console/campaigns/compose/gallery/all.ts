import type { BlockDocument } from '../../../../src/contract/blocks/document.ts'
import { samples } from '../../../../src/contract/campaigns/samples.ts'
import { lineOf } from '../starts.ts'
import { more, type MoreKey } from './more.ts'
import { block, drawn, foot, link, made, words } from './parts.ts'

type Key = 'newsletter' | 'announcement' | 'offer' | 'invitation' | 'letter' | 'welcome' | MoreKey

const newsletter = made('', {}, [
  block('header', {
    name: samples.company,
    web_version_text: 'Read it in the browser',
    padding_px: 24,
  }),
  drawn('hills'),
  block('heading', { level: 1, text: 'News of the month' }),
  words(samples.lead),
  block('button', { text: 'Read the main story', href: link, padding_px: 16 }),
  block('divider', { padding_px: 16 }),
  block('columns', {
    columns: [
      { blocks: [block('heading', { level: 3, text: 'A second story' }), words(samples.second)] },
      {
        blocks: [block('heading', { level: 3, text: 'A third one' }), words(samples.third)],
      },
    ],
  }),
  block('quote', { text: samples.quote, attribution: samples.quoteBy }),
  block('social'),
  ...foot(),
])

const announcement = made(
  '',
  { background: '#e9eef5', button: '#2b3f8c', link: '#2b3f8c', font: 'geometric', dark_link: '#9db4ff' },
  [
    block('header', { name: samples.company, align: 'center', padding_px: 24 }),
    block('heading', {
      level: 1,
      text: 'Something new is here',
      align: 'center',
      background: '#2b3f8c',
      padding_px: 48,
    }),
    drawn('rays', '#2b3f8c'),
    block('text', {
      lines: [lineOf(samples.news)],
      align: 'center',
      font_size_px: 18,
      padding_px: 24,
    }),
    block('text', {
      lines: [
        lineOf(samples.easier, 'bullet'),
        lineOf('The second', 'bullet'),
        lineOf(samples.stays, 'bullet'),
      ],
    }),
    block('button', { text: 'See what is new', href: link, align: 'center', padding_px: 24 }),
    ...foot('center'),
  ],
)

const offer = made(
  '',
  { background: '#f6efe6', button: '#8a3b12', link: '#8a3b12', radius_px: 12, dark_link: '#f0a878' },
  [
    block('header', { name: samples.shop, padding_px: 24 }),
    block('heading', { level: 1, text: '20 % off until Sunday', background: '#8a3b12', padding_px: 40 }),
    drawn('tags', '#8a3b12'),
    words('For everything that is in the shop. The price is shown in the basket.'),
    block('columns', {
      split: '1-1-1',
      columns: ['First product', 'Second product', 'Third product'].map((name) => ({
        blocks: [
          block('heading', { level: 3, text: name }),
          words(samples.product),
          block('button', { text: 'Look', href: link }),
        ],
      })),
    }),
    block('button', { text: 'Go to the shop', href: link, full_width: true, padding_px: 24 }),
    ...foot(),
  ],
)

const invitation = made(
  '',
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
    drawn('bunting', '#3d5a3c'),
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
          blocks: [block('heading', { level: 3, text: 'Where' }), words(samples.place)],
        },
      ],
    }),
    block('button', { text: 'I am coming', href: link, align: 'center', padding_px: 24 }),
    ...foot('center'),
  ],
)

const letter = made('', { background: '#ffffff', font: 'serif', font_size_px: 17, width_px: 560 }, [
  block('spacer', { height_px: 16 }),
  words('Good day,', samples.letter, samples.happened),
  block('text', {
    lines: [
      {
        kind: 'paragraph',
        spans: [{ text: 'You can just answer this message.', marks: [], href: '' }],
      },
    ],
  }),
  words('Yours,', samples.yourName),
  ...foot(),
])

const welcome = made('', { button: '#6a2c70', link: '#6a2c70', dark_link: '#dba6e0' }, [
  block('header', { name: samples.company, padding_px: 24 }),
  drawn('path', '#6a2c70'),
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
  block('social'),
  ...foot(),
])

/** Good starts. The words that nobody means to send are samples, which the check finds. */
export const gallery: readonly { key: Key; document: BlockDocument }[] = [
  { key: 'newsletter', document: newsletter },
  { key: 'announcement', document: announcement },
  { key: 'offer', document: offer },
  { key: 'invitation', document: invitation },
  { key: 'letter', document: letter },
  { key: 'welcome', document: welcome },
  ...more,
]
