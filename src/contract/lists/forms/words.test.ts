import { expect, test } from 'vitest'
import { noBrand } from '../../responses/public-frame.ts'
import { languages } from '../../responses/words.ts'
import { filled } from './definition.ts'
import { mailWords } from './mail.ts'
import { afterPage, linked } from './page.ts'
import { formWordsIn } from './words.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w*\}/g)].map(([found]) => found).toSorted()

test.each(languages)(
  'every text of forms exists in %s, with the placeholders of the English one',
  (language) => {
    const words = formWordsIn[language]
    expect(Object.keys(words)).toEqual(Object.keys(formWordsIn.en))
    for (const [key, english] of Object.entries(formWordsIn.en)) {
      const text = words[key as keyof typeof words]
      expect([key, text.trim(), text === '']).toEqual([key, text, false])
      expect([key, placeholders(text)]).toEqual([key, placeholders(english)])
      if (language !== 'en' && english.includes(' ')) expect([key, text]).not.toEqual([key, english])
    }
  },
)

test.each(languages)(
  'the pages in %s name list and address, encoded, and leave no placeholder',
  (language) => {
    const page = { language, brand: noBrand, listName: '<b>{email}</b>' }
    const shown = [
      { kind: 'sent', email: '<i>{list}' },
      { kind: 'single', email: 'x' },
      { kind: 'confirm', email: '<i>{list}', action: '"><script>' },
      { kind: 'thanks', title: '', text: '' },
      { kind: 'expired', formUrl: 'x' },
      { kind: 'closed' },
      { kind: 'tooMany' },
    ] as const
    for (const one of shown) {
      const html = afterPage(page, one)
      expect(html).not.toMatch(/<script|<i>|undefined/)
      const left = html.replaceAll('&lt;b&gt;{email}', '').replaceAll('&lt;i&gt;{list}', '')
      expect([one.kind, placeholders(left)]).toEqual([one.kind, []])
    }
  },
)

test('the own words of a form replace those of the language, in a reminder, too; not in the notice', () => {
  const form = { mail_subject: 'Yes to {list}?', mail_text: 'One.\r\n\r\n\r\nTwo {other}.', mail_button: '' }
  const at = { listName: '$& {list}', expiresAt: new Date('2026-05-08T10:00:00Z'), timeZone: 'Europe/Berlin' }
  const words = mailWords({ kind: 'reminder', language: 'de', form, ...at })
  expect(words).toMatchObject({
    subject: 'Erinnerung: Yes to $& {list}?',
    paragraphs: ['One.', 'Two {other}.'],
    button: 'Anmeldung bestätigen',
    until: 'Der Link gilt bis 8. Mai 2026 um 12:00.',
  })
  expect(mailWords({ kind: 'already', language: 'en', form, ...at }).subject).toContain('already')
  expect(filled('{constructor}', {})).not.toContain('{{')
})

test.each([
  ['see https://a.example/x?a=1&b=2.', 'see <a href="https://a.example/x?a=1&amp;b=2" '],
  ['(HTTPS://a.example)', '(<a href="HTTPS://a.example" '],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['https://a.example/"onmouseover="x', '&quot;onmouseover=&quot;x'],
  ['<b>', '&lt;b&gt;'],
])('of the consent %s only web addresses become links', (text, expected) => {
  expect(linked(text)).toContain(expected)
})

test('a page that a consent links to learns nothing of the form, and cannot reach it', () => {
  expect(linked('https://a.example')).toBe(
    '<a href="https://a.example" target="_blank" rel="noopener noreferrer">https://a.example</a>',
  )
})
