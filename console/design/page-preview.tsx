import { Group, SegmentedControl, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { Panel } from './page.tsx'

type PreviewWords<Shown extends string> = {
  preview: string
  previewPage: string
  previewLook: string
  pages: Record<Shown, string>
  looks: Record<Look, string>
}

type Look = 'light' | 'dark'

type PagePreviewProps<Shown extends string> = {
  words: PreviewWords<Shown>
  page: Shown
  choose: (page: Shown) => void
  html: string
  height: string
  /** Above the page, such as the subject of a mail. */
  caption?: string | undefined
}

/** A page or mail as the server makes it, chosen among some, in light and dark. */
export function PagePreview<Shown extends string>(props: PagePreviewProps<Shown>) {
  const { words, page, choose, html, height, caption } = props
  const [look, setLook] = useState<Look>('light')
  return (
    <Panel title={words.preview}>
      <Group gap="sm" mb="sm">
        <Select
          aria-label={words.previewPage}
          allowDeselect={false}
          value={page}
          onChange={(to) => choose(to ?? page)}
          data={choicesOf(words.pages)}
          style={{ flex: '1 1 10rem' }}
        />
        <SegmentedControl
          aria-label={words.previewLook}
          value={look}
          onChange={setLook}
          data={choicesOf(words.looks)}
        />
      </Group>
      {caption !== undefined && (
        <Text size="sm" mb="sm">
          {caption}
        </Text>
      )}
      <PageFrame title={words.preview} html={html} look={look} height={height} />
    </Panel>
  )
}

type PageFrameProps = { title: string; html: string; look: Look; height: string }

export function PageFrame({ title, html, look, height }: PageFrameProps) {
  return (
    <iframe
      className="sheet"
      title={title}
      sandbox=""
      srcDoc={inLook(html, look)}
      style={{ width: '100%', height, border: 0, colorScheme: look }}
    />
  )
}

function choicesOf<Value extends string>(named: Record<Value, string>) {
  return Object.entries<string>(named).map(([value, label]) => ({ value: value as Value, label }))
}

/** As if the reader's system had this setting, which a frame cannot be given. */
function inLook(html: string, look: Look): string {
  const media = look === 'dark' ? '@media all' : '@media not all'
  return html.replaceAll('@media (prefers-color-scheme: dark)', media)
}
