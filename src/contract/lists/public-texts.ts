import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice, text } from '../api/fields.ts'
import { languages, publicTextMax, wordsIn, type Language } from '../responses/words.ts'
import type { PublicWords } from '../responses/words-en.ts'
import { formTextsIn, type FormTextKey } from './forms/words.ts'

type Key = keyof PublicWords | FormTextKey

/** The texts of the pages and mails of a list that has no texts of its own. */
export function defaultTexts(language: Language): Record<Key, string> {
  return { ...wordsIn[language], ...formTextsIn[language] }
}

export const publicTextKeys = Object.keys(defaultTexts('en')) as [Key, ...Key[]]

const publicTextSchema = z
  .object({
    key: z.enum(publicTextKeys),
    default: z
      .string()
      .meta({ description: 'What stands on the page or in the mail unless the list has a text of its own.' }),
    text: z.string().nullable().meta({ description: 'The text of the list. null: the default.' }),
  })
  .meta({ id: 'PublicText' })

export const publicTextsSchema = z
  .object({ language: z.enum(languages), texts: z.array(publicTextSchema) })
  .meta({ id: 'PublicTexts' })

export type PublicTexts = z.output<typeof publicTextsSchema>

const language = choice(languages)

export const publicTextsChanges = z.object({
  language: language.meta({ description: 'The language of the texts.' }),
  texts: z
    .partialRecord(
      choice(publicTextKeys),
      text(publicTextMax)
        .nullable()
        .transform((value) => (value ?? '').trim()),
    )
    .meta({
      description:
        'Texts by key, each up to 1,000 characters of plain text. Those of web forms and their mails begin with form; what a web form itself says comes before them. Names in braces that the default has, such as {list}, stand for values. null and "" bring the default back; texts that are not given stay.',
    }),
})

export type PublicTextsChanges = z.output<typeof publicTextsChanges>

const common = {
  tag: 'Preferences',
  role: 'standard',
  path: 'mailing_lists/:mailing_list_id/public_texts',
  paged: 'none',
  data: publicTextsSchema,
} as const

export const showPublicTexts = endpoint({
  ...common,
  id: 'showPublicTexts',
  method: 'GET',
  summary: 'Show the texts of the public pages and mails of a list, with the defaults',
  query: z.object({
    language: language.optional().meta({ description: 'The language of the texts. Default: en.' }),
  }),
})

export const updatePublicTexts = endpoint({
  ...common,
  id: 'updatePublicTexts',
  permission: 'mailing_list.update',
  method: 'PUT',
  summary: 'Change texts of the public pages and mails of a list; texts that are not given stay',
  wrapper: 'public_texts',
  body: publicTextsChanges,
})
