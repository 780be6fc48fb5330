import type { BlockDocument } from '../../../../src/contract/blocks/document.ts'
import { samples } from '../../../../src/contract/campaigns/samples.ts'
import { lineOf } from '../starts.ts'
import { block, drawn, foot, link, made, words } from './parts.ts'

export type MoreKey = 'digest' | 'product' | 'survey' | 'birthday' | 'reminder' | 'thanks' | 'webinar'

const head = (align: 'left' | 'center' = 'left') =>
  block('header', { name: samples.company, align, padding_px: 24 })
const heading = (text: string, align: 'left' | 'center' = 'left') =>
  block('heading', { level: 1, text, align, padding_px: 16 })
const small = (text: string) => block('heading', { level: 3, text })

const digest = made('', { button: '#1f5f8b', link: '#1f5f8b', dark_link: '#8fc7ee' }, [
  head(),
  drawn('papers', '#1f5f8b'),
  heading('This week'),
  words(samples.first),
  block('divider', { padding_px: 12 }),
  small('Next'),
  words(samples.next),
  block('divider', { padding_px: 12 }),
  small('And finally'),
  words(samples.last),
  block('button', { text: 'Read all of it', href: link, padding_px: 16 }),
  ...foot(),
])

const product = made(
  '',
  { background: '#eef2ee', button: '#2f6b3f', link: '#2f6b3f', radius_px: 10, dark_link: '#9ad3a8' },
  [
    head('center'),
    drawn('vase', '#2f6b3f'),
    heading(samples.productName, 'center'),
    block('text', { lines: [lineOf(samples.productText)], align: 'center', font_size_px: 18 }),
    block('text', { lines: [lineOf(samples.price)], align: 'center' }),
    block('button', { text: 'See it in the shop', href: link, align: 'center', padding_px: 24 }),
    block('quote', { text: samples.quote, attribution: samples.quoteBy }),
    ...foot('center'),
  ],
)

const survey = made('', { button: '#7a4b94', link: '#7a4b94', font: 'humanist', dark_link: '#d3b3e6' }, [
  head(),
  drawn('bubbles', '#7a4b94'),
  heading('May we ask you something?'),
  block('text', { lines: [lineOf(samples.question)], font_size_px: 20 }),
  words(samples.why),
  block('button', { text: 'Answer the question', href: link, padding_px: 16 }),
  words('Or just answer this message. We read every answer.'),
  ...foot(),
])

const birthday = made(
  '',
  { background: '#fbefe9', button: '#b23a48', link: '#b23a48', radius_px: 16, dark_link: '#f2a0a9' },
  [
    head('center'),
    block('heading', {
      level: 1,
      text: 'Happy birthday!',
      align: 'center',
      background: '#b23a48',
      padding_px: 48,
    }),
    drawn('balloons', '#b23a48'),
    block('text', { lines: [lineOf(samples.gift)], align: 'center', font_size_px: 18, padding_px: 24 }),
    block('button', { text: 'Get your present', href: link, align: 'center', padding_px: 24 }),
    ...foot('center'),
  ],
)

const reminder = made('', { button: '#a15c00', link: '#a15c00', dark_link: '#f0b95c' }, [
  head(),
  drawn('clock', '#a15c00'),
  heading('A short reminder'),
  words(samples.reminder),
  block('button', { text: 'Do it now', href: link, padding_px: 16 }),
  words('If you have done it already, there is nothing left to do.'),
  ...foot(),
])

const thanks = made(
  '',
  { background: '#f2f0ea', font: 'serif', button: '#4a5a2a', link: '#4a5a2a', dark_link: '#c3d39c' },
  [
    head(),
    drawn('flowers', '#4a5a2a'),
    heading('Thank you'),
    words(samples.thanks),
    block('quote', { text: samples.quote, attribution: samples.quoteBy }),
    words('Yours,', samples.yourName),
    ...foot(),
  ],
)

const webinar = made('', { button: '#0f6e84', link: '#0f6e84', font: 'geometric', dark_link: '#7fd0e2' }, [
  head(),
  drawn('screen', '#0f6e84'),
  heading('Join us online'),
  block('columns', {
    split: '1-2',
    columns: [
      { blocks: [small('When'), words(samples.date)] },
      { blocks: [small(samples.speaker), words(samples.program)] },
    ],
  }),
  block('button', { text: 'Save a seat', href: link, padding_px: 16 }),
  words('You cannot come? Register all the same, and we send you the recording.'),
  ...foot(),
])

export const more: readonly { key: MoreKey; document: BlockDocument }[] = [
  { key: 'digest', document: digest },
  { key: 'product', document: product },
  { key: 'survey', document: survey },
  { key: 'birthday', document: birthday },
  { key: 'reminder', document: reminder },
  { key: 'thanks', document: thanks },
  { key: 'webinar', document: webinar },
]
