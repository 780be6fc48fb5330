import { expect, test } from 'vitest'
import { languageFor } from './language.ts'
import { subscriptionPage } from './public-pages.ts'
import { noBrand } from './public-frame.ts'
import { languages, wordsIn } from './words.ts'
import { formWordsIn } from '../lists/forms/words.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w*\}/g)].map(([found]) => found).toSorted()

test.each(languages)('every text exists in %s, with the placeholders of the English one', (language) => {
  expect(Object.keys(wordsIn[language]).toSorted()).toEqual(Object.keys(wordsIn.en).toSorted())
  for (const [key, english] of Object.entries(wordsIn.en)) {
    const text = wordsIn[language][key as keyof typeof wordsIn.en]
    expect([key, text.trim()]).toEqual([key, text])
    expect([key, text]).not.toEqual([key, ''])
    expect([key, placeholders(text)]).toEqual([key, placeholders(english)])
  }
})

test('French texts keep a mark and the word before it on one line', () => {
  const spaced = Object.values({ ...wordsIn.fr, ...formWordsIn.fr }).filter((text) => / [?!;:]/.test(text))
  expect(spaced).toEqual([])
})

test('no two languages share a text, apart from single words', () => {
  for (const [key, english] of Object.entries(wordsIn.en)) {
    const texts = languages.map((language) => wordsIn[language][key as keyof typeof wordsIn.en])
    if (english.includes(' ')) expect([key, new Set(texts).size]).toEqual([key, languages.length])
  }
})

test.each(languages)('a page in %s names its language and shows no placeholder', (language) => {
  for (const state of ['ask', 'left', 'again', 'back', 'full'] as const) {
    const html = subscriptionPage({
      state,
      language,
      brand: { ...noBrand, name: 'A & B' },
      listName: '<b>{list}</b>',
      mayComeBack: true,
      leaveUrl: 'leave',
      comeBackUrl: 'again',
      preferencesUrl: 'preferences',
      texts: {},
    })
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain('<strong>&lt;b&gt;{list}&lt;/b&gt;</strong>')
    expect(html.replaceAll('&lt;b&gt;{list}', '')).not.toMatch(/\{list\}|undefined/)
  }
})

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['ja, pt-BR;q=0.8, en;q=0.9', 'en'],
  ['ja;q=1, pt-BR;q=0.8, en;q=0.7', 'pt'],
  ['en;q=0, nl', 'nl'],
  ['EN-us', 'en'],
  ['pl;q=x, it', 'it'],
  ['deu', 'en'],
  [`${'x,'.repeat(10_000)}de`, 'en'],
])('a browser that accepts %j reads %s', (accepted, expected) => {
  expect(languageFor(null, accepted)).toBe(expected)
})

test('the setting of the list counts before the browser', () => {
  expect(languageFor('fr', 'de')).toBe('fr')
})
