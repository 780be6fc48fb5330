import { Group, SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import type { BrandRecord } from '../../src/contract/resources/brands.ts'
import type { ShownBrand } from '../../src/contract/responses/public-frame.ts'
import { subscriptionPage } from '../../src/contract/responses/public-pages.ts'
import type { Language } from '../../src/contract/responses/words.ts'
import { Panel } from '../design/page.tsx'
import { brandWords as words } from '../words/resources.ts'
import { addressOf } from './brand-logo.tsx'

type PreviewProps = {
  brand: Omit<ShownBrand, 'logo'> & Pick<BrandRecord, 'logo'>
  language: Language
  listName?: string | undefined
}

/** The page as the server makes it, of what stands in the form. */
export function BrandPreview({ brand, language, listName = words.list }: PreviewProps) {
  const [state, setState] = useState<keyof typeof words.pages>('ask')
  const [look, setLook] = useState<keyof typeof words.looks>('light')
  const { logo } = brand
  const html = subscriptionPage({
    state,
    language,
    brand: { ...brand, logo: logo === null ? null : { ...logo, url: addressOf(logo) } },
    listName,
    mayComeBack: true,
    leaveUrl: '',
    comeBackUrl: '',
    preferencesUrl: '#',
    texts: {},
  })
  return (
    <Panel title={words.preview}>
      <Group gap="sm" mb="sm">
        <Select
          aria-label={words.previewPage}
          allowDeselect={false}
          value={state}
          onChange={(to) => setState(to ?? 'ask')}
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
      <iframe
        className="sheet"
        title={words.preview}
        sandbox=""
        srcDoc={inLook(html, look)}
        style={{ width: '100%', height: '30rem', border: 0, colorScheme: look }}
      />
    </Panel>
  )
}

function choicesOf<Value extends string>(named: Record<Value, string>) {
  return Object.entries<string>(named).map(([value, label]) => ({ value: value as Value, label }))
}

/** As if the reader's system were so: a frame cannot be told. */
export function inLook(html: string, look: 'light' | 'dark'): string {
  const media = look === 'dark' ? '@media all' : '@media not all'
  return html.replace('@media (prefers-color-scheme: dark)', media)
}
