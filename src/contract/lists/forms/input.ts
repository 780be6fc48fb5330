import { z } from 'zod'
import { choice, flag, given, idField, line, name, text, urlText } from '../../api/fields.ts'
import { languages } from '../../responses/words.ts'

export const fieldsMax = 50
const originsMax = 50

const words = (max: number) =>
  text(max)
    .nullable()
    .transform((value) => (value ?? '').trim())
    .optional()

const label = (max: number) =>
  line(max)
    .nullable()
    .transform((value) => (value ?? '').trim())
    .optional()

const fieldInput = z.object(
  {
    custom_field_id: idField.meta({ description: 'A custom field of the list, or a global one.' }),
    label: label(200).meta({
      description: 'The words beside the field. Default: the name of the custom field.',
    }),
    required: given(flag).meta({ description: 'Whether it must be filled in. Default: false.' }),
  },
  {
    error: ({ code }) =>
      code === 'invalid_type' ? 'must be an object, such as {"custom_field_id": 7}' : undefined,
  },
)

/** `https://www.example.com`, as browsers send it. */
const originInput = urlText(300).transform((value, context) => {
  const text = value.trim()
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/?#@]+\/?$/i.test(text))
    return url.origin
  context.addIssue('must be an origin such as https://www.example.com, without a path')
  return z.NEVER
})

const redirectInput = urlText(2000)
  .nullable()
  .transform((value, context) => {
    const text = (value ?? '').trim()
    if (text === '') return ''
    const url = URL.canParse(text) ? new URL(text) : null
    if (url !== null && url.protocol === 'https:' && url.username === '' && url.password === '')
      return url.href
    context.addIssue('must be a web address that begins with https://')
    return z.NEVER
  })
  .optional()

const settings = {
  active: given(flag).meta({ description: 'Whether the form takes submissions. Default: true.' }),
  opt_in: given(choice(['double', 'single'])).meta({
    description:
      'double: a subscription begins when the person has confirmed it by a link in a mail. single: at once, apart from ' +
      'addresses that the list knows already. Default: double.',
  }),
  proof_of_work: given(flag).meta({
    description:
      'Whether the browser has to calculate for a moment, against programs. The page then needs JavaScript. Default: false.',
  }),
  language: choice(languages).nullish().meta({
    description:
      'The language of the page and its mails. null: that of the brand, or the one that the browser asks for.',
  }),
  title: label(200).meta({ description: 'The heading of the page. Default: words of the language.' }),
  introduction: words(2000).meta({ description: 'The text above the fields. Default: none.' }),
  button_label: label(60).meta({ description: 'The words on the button. Default: words of the language.' }),
  fields: z.array(fieldInput).max(fieldsMax).nullish().meta({
    description:
      'The custom fields that the page asks for, in this order; the address is always first. Fields that the list requires are added.',
  }),
  consent_text: words(4000).meta({
    description:
      'What the person agrees to by a box that has to be ticked. Web addresses in it become links. Default: none, no box.',
  }),
  allowed_origins: z.array(originInput).max(originsMax).nullish().meta({
    description:
      'The origins of web sites whose scripts may send the form, such as https://www.example.com. Default: none.',
  }),
  mail_subject: label(200).meta({
    description:
      'The subject of the mail that asks for the confirmation. {list} stands for the name of the list. Default: words of the language.',
  }),
  mail_text: words(2000).meta({
    description: 'The text above its button, plain, with {list}. Default: words of the language.',
  }),
  mail_button: label(60).meta({ description: 'The words on its button. Default: words of the language.' }),
  thanks_title: label(200).meta({
    description: 'The heading of the page after the confirmation. Default: words of the language.',
  }),
  thanks_text: words(2000).meta({
    description: 'The text of the page after the confirmation. Default: words of the language.',
  }),
  redirect_url: redirectInput.meta({
    description:
      'The web address, with https, that is opened after the confirmation instead of that page. Default: none.',
  }),
}

const nameWords = 'The name of the form, which only users of the organization see.'

export const formInput = z.object({ name: name(100).meta({ description: nameWords }), ...settings })
export const formChanges = z.object({
  ...settings,
  name: name(100).optional().meta({ description: nameWords }),
})

export type FormInput = z.output<typeof formInput>
export type FormChanges = z.output<typeof formChanges>
