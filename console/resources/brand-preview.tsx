import { useState } from 'react'
import type { BrandRecord } from '../../src/contract/resources/brands.ts'
import type { ShownBrand } from '../../src/contract/responses/public-frame.ts'
import { subscriptionPage } from '../../src/contract/responses/public-pages.ts'
import type { Language } from '../../src/contract/responses/words.ts'
import { pictureUrl } from '../app/root.ts'
import { PagePreview } from '../design/page-preview.tsx'
import { brandWords as words } from '../words/resources.ts'

type PreviewProps = {
  brand: Omit<ShownBrand, 'logo'> & Pick<BrandRecord, 'logo'>
  language: Language
  listName?: string | undefined
}

/** The page as the server renders it from the current values of the form. */
export function BrandPreview({ brand, language, listName = words.list }: PreviewProps) {
  const [state, setState] = useState<keyof typeof words.pages>('ask')
  const { logo } = brand
  const html = subscriptionPage({
    state,
    language,
    brand: { ...brand, logo: logo === null ? null : { ...logo, url: pictureUrl(logo) } },
    listName,
    mayComeBack: true,
    leaveUrl: '',
    comeBackUrl: '',
    preferencesUrl: '#',
    texts: {},
  })
  return <PagePreview words={words} page={state} choose={setState} html={html} height="30rem" />
}
