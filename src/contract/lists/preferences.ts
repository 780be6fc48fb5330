import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { flag, given, idField, line, text } from '../api/fields.ts'

export const listPreferencesSchema = z
  .object({
    is_public: z.boolean().meta({
      description:
        'Whether readers of all lists of the organization see this list on the page of their preferences.',
    }),
    public_name: z.string().meta({ description: 'The name that readers see. Empty: the name of the list.' }),
    description: z.string(),
    editable_custom_field_ids: z
      .array(z.int())
      .meta({ description: 'The custom fields that subscribers can change themselves.' }),
  })
  .meta({ id: 'ListPreferences' })

export type ListPreferences = z.output<typeof listPreferencesSchema>

const trimmed = (value: string | null | undefined) => (value === undefined ? undefined : (value ?? '').trim())

/** Attributes that are not given keep their values. */
export const listPreferencesChanges = z.object({
  is_public: given(flag).meta({
    description:
      'Whether readers of all lists of the organization see this list on the page of their preferences, and can join and leave it there. Default: false.',
  }),
  public_name: line(100).nullish().transform(trimmed).meta({
    description: 'The name that readers see, up to 100 characters. Default: the name of the list.',
  }),
  description: text(500).nullish().transform(trimmed).meta({
    description: 'What readers of the page learn about the list, up to 500 characters. Default: empty.',
  }),
  editable_custom_field_ids: given(z.array(idField).max(100)).meta({
    description:
      'The custom fields of the list that subscribers can change on the page, without the primary key. Who has the link of a message sees their values. Default: none.',
  }),
})

export type ListPreferencesChanges = z.output<typeof listPreferencesChanges>

const common = {
  tag: 'Preferences',
  role: 'standard',
  path: 'mailing_lists/:mailing_list_id/preferences',
  paged: 'none',
  data: listPreferencesSchema,
} as const

export const showListPreferences = endpoint({
  ...common,
  id: 'showListPreferences',
  method: 'GET',
  summary: 'Show what readers of a list can choose on the page of their preferences',
})

export const updateListPreferences = endpoint({
  ...common,
  id: 'updateListPreferences',
  permission: 'mailing_list.update',
  method: 'PUT',
  summary: 'Change what readers of a list can choose; attributes that are not given keep their values',
  wrapper: 'preferences',
  body: listPreferencesChanges,
})
