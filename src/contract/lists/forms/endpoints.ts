import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { isExact } from '../../api/figures.ts'
import { pageQuery } from '../../api/paging.ts'
import { languages } from '../../responses/words.ts'
import { formChanges, formInput } from './input.ts'

const time = z.iso.datetime({ offset: true })

export const webFormSchema = z
  .object({
    id: z.int(),
    mailing_list_id: z.int(),
    name: z.string(),
    active: z.boolean(),
    opt_in: z.enum(['double', 'single']),
    proof_of_work: z.boolean(),
    language: z.enum(languages).nullable(),
    title: z.string().meta({ description: 'Empty texts: the words of the language.' }),
    introduction: z.string(),
    button_label: z.string(),
    fields: z.array(z.object({ custom_field_id: z.int(), label: z.string(), required: z.boolean() })),
    consent_text: z.string(),
    consent_version: z.int().meta({
      description: 'Counts up with each other consent_text. Subscribers keep the version they agreed to.',
    }),
    allowed_origins: z.array(z.string()),
    mail_subject: z.string(),
    mail_text: z.string(),
    mail_button: z.string(),
    thanks_title: z.string(),
    thanks_text: z.string(),
    redirect_url: z.string(),
    url: z.string().meta({ description: 'The public address of the page.' }),
    embed_html: z
      .string()
      .meta({ description: 'HTML without scripts for other web sites, with the fields of now.' }),
    figures: z
      .object({
        submitted: z.int(),
        confirmed: z.int(),
        pending: z.int(),
        pending_is_exact: isExact('pending'),
      })
      .meta({ description: 'pending: links that were mailed, work, and were not used yet.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'WebForm' })

export type WebForm = z.input<typeof webFormSchema>

const common = { tag: 'Web forms', role: 'standard', paged: 'none', data: webFormSchema } as const
const ofList = 'mailing_lists/:mailing_list_id/web_forms'
const one = { ...common, path: 'web_forms/:id', aliases: [`${ofList}/:id`] } as const

export const listWebForms = endpoint({
  ...common,
  id: 'listWebForms',
  method: 'GET',
  path: ofList,
  summary: 'List the web forms of a mailing list, by id',
  query: pageQuery,
  paged: 'page',
  data: z.array(webFormSchema),
})

export const createWebForm = endpoint({
  ...common,
  id: 'createWebForm',
  permission: 'web_form.create',
  method: 'POST',
  path: ofList,
  summary: 'Create a web form, by which people subscribe themselves',
  wrapper: 'web_form',
  body: formInput,
})

export const showWebForm = endpoint({ ...one, id: 'showWebForm', method: 'GET', summary: 'Show a web form' })

export const updateWebForm = endpoint({
  ...one,
  id: 'updateWebForm',
  versioned: true,
  permission: 'web_form.update',
  method: 'PUT',
  summary: 'Update a web form; attributes that are not given keep their values',
  wrapper: 'web_form',
  body: formChanges,
})

export const deleteWebForm = endpoint({
  ...one,
  id: 'deleteWebForm',
  versioned: true,
  permission: 'web_form.delete',
  method: 'DELETE',
  summary:
    'Delete a web form; links that were mailed and not used yet stop working, consents are kept; refused while a segment names it',
  data: z.null(),
})
