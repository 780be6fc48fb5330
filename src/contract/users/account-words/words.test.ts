import { expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { accountWords } from './words.ts'

const given = { name: 'Ann', inviter: 'Ben', organization: 'Brand A', email: 'ann@example.com' }

test.each(languages)(
  'a mail in %s names everything once, and keeps its placeholders in a line of their own',
  (language) => {
    const { invitation, addressChange, reset } = accountWords(language)
    for (const text of [invitation.text(given), addressChange.text(given), reset.text(given)]) {
      expect(text).toContain('\n\n{{link}}\n\n')
      expect(text.split('{{expires}}')).toHaveLength(2)
      for (const name of ['Ann', 'Brand A', 'ann@example.com']) expect(text).toContain(name)
      expect(text).not.toMatch(/undefined|\$\{/)
    }
    expect(invitation.subject(given.inviter, given.organization)).toMatch(/Ben.*Brand A|Brand A.*Ben/)
  },
)

test('no two languages share a sentence', () => {
  const sentences = languages.map((language) => accountWords(language).later.text)
  expect(new Set(sentences).size).toBe(languages.length)
})
