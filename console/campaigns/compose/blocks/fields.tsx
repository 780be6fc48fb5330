import { Button, Checkbox, Group, Select, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, type ReactNode } from 'react'
import {
  aligns,
  columnSplits,
  networks,
  type Block,
  type SocialBlock,
} from '../../../../src/contract/blocks/document.ts'
import { networkNames } from '../../../../src/contract/blocks/rows.ts'
import { Loading } from '../../../design/states.tsx'
import { composeWords } from '../../../words/compose.ts'
import { ColorField, HrefField, NumberField } from './controls.tsx'
import { Carried, Pictures } from './pictures.tsx'
import { ShowIf } from './show-if.tsx'

/** Fetched with the first text that is edited. */
const RichText = lazy(() => import('./rich-text.tsx'))

const words = composeWords.blocks.fields

type Edit = (block: Block) => void
type FieldsProps = { block: Block; edit: Edit; listId: number; children?: ReactNode }

export function Fields({ block, edit, listId, children }: FieldsProps) {
  return (
    <>
      <Own block={block} edit={edit} listId={listId} />
      {children}
      <Group gap="sm" align="flex-end">
        {'align' in block && (
          <Choice
            label={words.align}
            value={block.align}
            options={aligns.map((one) => [one, words.aligns[one]])}
            change={(align) => edit({ ...block, align } as Block)}
          />
        )}
        <NumberField
          label={words.padding}
          value={block.padding_px}
          max={96}
          change={(padding_px) => edit({ ...block, padding_px })}
        />
        <ColorField
          label={words.background}
          value={block.background}
          change={(background) => edit({ ...block, background })}
        />
      </Group>
      <ShowIf key={block.id} block={block} edit={edit} listId={listId} />
    </>
  )
}

type OwnProps<Type extends Block['type']> = {
  block: Extract<Block, { type: Type }>
  edit: Edit
  listId: number
}

function Own({ block, edit, listId }: OwnProps<Block['type']>) {
  switch (block.type) {
    case 'text':
      return <TextFields block={block} edit={edit} listId={listId} />
    case 'heading':
      return <HeadingFields block={block} edit={edit} listId={listId} />
    case 'button':
      return <ButtonFields block={block} edit={edit} listId={listId} />
    case 'divider':
      return <DividerFields block={block} edit={edit} listId={listId} />
    case 'spacer':
      return <SpacerFields block={block} edit={edit} listId={listId} />
    case 'header':
      return <HeaderFields block={block} edit={edit} listId={listId} />
    case 'footer':
      return <FooterFields block={block} edit={edit} listId={listId} />
    case 'quote':
      return <QuoteFields block={block} edit={edit} listId={listId} />
    case 'html':
      return <HtmlFields block={block} edit={edit} listId={listId} />
    case 'columns':
      return <ColumnsFields block={block} edit={edit} listId={listId} />
    case 'image':
      return <ImageFields block={block} edit={edit} />
    case 'social':
      return <SocialFields block={block} edit={edit} />
  }
}

function TextFields({ block, edit, listId }: OwnProps<'text'>) {
  return (
    <>
      <Suspense fallback={<Loading rows={2} />}>
        <RichText
          label={words.text}
          lines={block.lines}
          listId={listId}
          change={(lines) => edit({ ...block, lines })}
        />
      </Suspense>
      <NumberField
        label={words.size}
        value={block.font_size_px}
        max={40}
        change={(font_size_px) => edit({ ...block, font_size_px })}
      />
    </>
  )
}

function HeadingFields({ block, edit }: OwnProps<'heading'>) {
  return (
    <>
      <Words label={words.text} value={block.text} change={(text) => edit({ ...block, text })} />
      <Choice
        label={words.level}
        value={String(block.level)}
        options={([1, 2, 3] as const).map((level) => [String(level), words.levels[level]])}
        change={(level) => edit({ ...block, level: Number(level) as 1 | 2 | 3 })}
      />
    </>
  )
}

function ButtonFields({ block, edit }: OwnProps<'button'>) {
  return (
    <>
      <Words label={words.text} value={block.text} change={(text) => edit({ ...block, text })} />
      <HrefField value={block.href} change={(href) => edit({ ...block, href })} />
      <ColorField label={words.color} value={block.color} change={(color) => edit({ ...block, color })} />
      <Checkbox
        label={words.fullWidth}
        checked={block.full_width}
        onChange={({ currentTarget }) => edit({ ...block, full_width: currentTarget.checked })}
      />
    </>
  )
}

function DividerFields({ block, edit }: OwnProps<'divider'>) {
  return (
    <Group gap="sm">
      <ColorField label={words.color} value={block.color} change={(color) => edit({ ...block, color })} />
      <NumberField
        label={words.thickness}
        value={block.thickness_px}
        min={1}
        max={12}
        change={(thickness_px) => edit({ ...block, thickness_px })}
      />
    </Group>
  )
}

function SpacerFields({ block, edit }: OwnProps<'spacer'>) {
  return (
    <NumberField
      label={words.height}
      value={block.height_px}
      min={1}
      max={200}
      change={(height_px) => edit({ ...block, height_px })}
    />
  )
}

function HeaderFields({ block, edit }: OwnProps<'header'>) {
  return (
    <>
      <Words label={words.name} value={block.name} change={(name) => edit({ ...block, name })} />
      <Pictures src={block.src} choose={({ src }) => edit({ ...block, src })} />
      <HrefField value={block.href} change={(href) => edit({ ...block, href })} />
      <Words
        label={words.webVersion}
        value={block.web_version_text}
        change={(text) => edit({ ...block, web_version_text: text })}
      />
    </>
  )
}

function FooterFields({ block, edit, listId }: OwnProps<'footer'>) {
  return (
    <>
      <Suspense fallback={<Loading rows={2} />}>
        <RichText
          label={words.text}
          lines={block.lines}
          listId={listId}
          change={(lines) => edit({ ...block, lines })}
        />
      </Suspense>
      <Words label={words.imprint} value={block.imprint} change={(imprint) => edit({ ...block, imprint })} />
      <Words
        label={words.unsubscribe}
        value={block.unsubscribe_text}
        change={(text) => edit({ ...block, unsubscribe_text: text })}
      />
    </>
  )
}

function QuoteFields({ block, edit }: OwnProps<'quote'>) {
  return (
    <>
      <Words label={words.text} value={block.text} change={(text) => edit({ ...block, text })} />
      <Words
        label={words.attribution}
        value={block.attribution}
        change={(attribution) => edit({ ...block, attribution })}
      />
      <ColorField label={words.color} value={block.color} change={(color) => edit({ ...block, color })} />
    </>
  )
}

function HtmlFields({ block, edit }: OwnProps<'html'>) {
  return (
    <>
      <Words label={words.html} value={block.html} change={(html) => edit({ ...block, html })} />
      <Words label={words.htmlText} value={block.text} change={(text) => edit({ ...block, text })} />
    </>
  )
}

function ColumnsFields({ block, edit }: OwnProps<'columns'>) {
  return (
    <Group gap="sm">
      <Choice
        label={words.split}
        value={block.split}
        options={columnSplits.map((split) => [split, words.splits[split]])}
        change={(value) => {
          const split = value as (typeof columnSplits)[number]
          const columns = split.split('-').map((_part, place) => block.columns[place] ?? { blocks: [] })
          edit({ ...block, split, columns })
        }}
      />
      <NumberField
        label={words.gap}
        value={block.gap_px}
        max={48}
        change={(gap_px) => edit({ ...block, gap_px })}
      />
    </Group>
  )
}

function ImageFields({ block, edit }: { block: Extract<Block, { type: 'image' }>; edit: Edit }) {
  return (
    <>
      <Pictures
        src={block.src}
        choose={({ src, name }) => edit({ ...block, src, alt: block.alt === '' ? name : block.alt })}
      />
      <Carried src={block.src} change={(src) => edit({ ...block, src })} />
      <TextInput
        label={words.alt}
        description={words.altHint}
        value={block.alt}
        disabled={block.decorative}
        onChange={({ currentTarget }) => edit({ ...block, alt: currentTarget.value })}
      />
      <Checkbox
        label={words.decorative}
        checked={block.decorative}
        onChange={({ currentTarget }) => edit({ ...block, decorative: currentTarget.checked })}
      />
      <HrefField value={block.href} change={(href) => edit({ ...block, href })} />
      <NumberField
        label={words.width}
        value={block.width_px}
        max={800}
        change={(width_px) => edit({ ...block, width_px })}
      />
    </>
  )
}

function SocialFields({ block, edit }: { block: SocialBlock; edit: Edit }) {
  const set = (links: SocialBlock['links']) => edit({ ...block, links })
  return (
    <>
      {block.links.map((link, place) => (
        <Group key={`${block.id}-${String(place)}`} gap="sm" align="flex-end">
          <Choice
            label={words.network}
            value={link.network}
            options={networks.map((network) => [network, networkNames[network]])}
            change={(network) =>
              set(block.links.with(place, { ...link, network: network as (typeof networks)[number] }))
            }
          />
          <HrefField value={link.href} change={(href) => set(block.links.with(place, { ...link, href }))} />
          <Button variant="default" onClick={() => set(block.links.toSpliced(place, 1))}>
            {words.removeLink}
          </Button>
        </Group>
      ))}
      <Group>
        <Button variant="default" onClick={() => set([...block.links, { network: 'website', href: '' }])}>
          {words.addLink}
        </Button>
      </Group>
    </>
  )
}

type WordsProps = { label: string; value: string; change: (value: string) => void }

function Words({ label, value, change }: WordsProps) {
  return (
    <Textarea
      label={label}
      value={value}
      autosize
      minRows={1}
      maxRows={16}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

type ChoiceProps = WordsProps & { options: readonly (readonly [string, string])[] }

function Choice({ label, value, options, change }: ChoiceProps) {
  return (
    <Select
      label={label}
      value={value}
      allowDeselect={false}
      data={options.map(([one, word]) => ({ value: one, label: word }))}
      onChange={(next) => next !== null && change(next)}
    />
  )
}
