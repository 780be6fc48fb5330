import { linkDays, newForm } from '../../../src/contract/lists/forms/definition.ts'
import { mailWords } from '../../../src/contract/lists/forms/mail.ts'
import { signUpMailHtml } from '../../../src/contract/lists/forms/mail-page.ts'
import { formPage } from '../../../src/contract/lists/forms/page.ts'
import { noBrand } from '../../../src/contract/responses/public-frame.ts'
import { deadLinkPage, subscriptionPage } from '../../../src/contract/responses/public-pages.ts'
import { addressChangePage, preferencesPage } from '../../../src/contract/responses/preferences.ts'
import { wordsOf, type Language } from '../../../src/contract/responses/words.ts'
import { PageFrame } from '../../design/page-preview.tsx'
import { readerWords } from '../../words/audience/readers.ts'
import { brandWords } from '../../words/resources.ts'
import type { TextPage } from './text-pages.ts'

const { example } = readerWords.texts

type TextPreviewProps = { page: TextPage; language: Language; texts: Partial<Record<string, string>> }

/** The page as the server renders it from the current values of the form. */
export function TextPreview({ page, language, texts }: TextPreviewProps) {
  const own = { [language]: Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim())) }
  return (
    <PageFrame title={brandWords.preview} html={htmlOf(page, language, own)} look="light" height="32rem" />
  )
}

function htmlOf(page: TextPage, language: Language, texts: Parameters<typeof wordsOf>[1]): string {
  if (page === 'dead') return deadLinkPage(language, { brand: noBrand, texts })
  if (page === 'change') {
    const shown = { language, words: wordsOf(language, texts), brand: noBrand, email: example.email, url: '' }
    return addressChangePage({ ...shown, state: 'ask' })
  }
  if (page === 'form') return exampleForm(language, texts)
  if (page === 'formMail') return exampleMail(language, texts)
  if (page === 'preferences' || page === 'other') return examplePage(language, texts)
  return subscriptionPage({
    state: page,
    language,
    brand: noBrand,
    listName: example.list,
    mayComeBack: true,
    leaveUrl: '',
    comeBackUrl: '',
    preferencesUrl: '#',
    texts,
  })
}

function exampleForm(language: Language, texts: Parameters<typeof wordsOf>[1]): string {
  const shown = { language, texts, brand: noBrand, listName: example.list, form: newForm, fields: [] }
  return formPage({ ...shown, action: '', scriptUrl: '', ticket: '' })
}

function exampleMail(language: Language, texts: Parameters<typeof wordsOf>[1]): string {
  const expiresAt = new Date(Date.now() + linkDays * 24 * 3_600_000)
  const shown = { language, texts, form: newForm, listName: example.list, expiresAt, timeZone: 'UTC' }
  const words = mailWords({ kind: 'confirmation', ...shown })
  return signUpMailHtml({ language, words, link: '#', brand: { ...noBrand, name: example.list } })
}

function examplePage(language: Language, texts: Parameters<typeof wordsOf>[1]): string {
  return preferencesPage({
    language,
    words: wordsOf(language, texts),
    brand: noBrand,
    email: example.email,
    lists: [
      { id: 1, name: example.list, description: '', state: 'on' },
      { id: 2, name: example.other, description: '', state: 'off' },
    ],
    fields: [],
    pausedUntil: null,
    addressWaits: false,
    note: null,
    url: '',
  })
}
