import { z } from 'zod'
import { choice, flag, idField, text } from '../api/fields.ts'

/** For every key that has a mode (docs/decisions/007). */
export const permissionModes = ['select_any', 'select_some', 'hide_one', 'none'] as const
export type PermissionMode = (typeof permissionModes)[number]

/** `append_if_missing` adds a link to each part without one, `require` refuses such a content. */
export const unsubTagModes = ['default', 'append_if_missing', 'require'] as const
export type UnsubTagMode = (typeof unsubTagModes)[number]

const mode = z.enum(permissionModes)
const modeOnly = z.object({ mode })

export const organizationPermissionsSchema = z
  .object({
    forced_unsub_tag_mode: z.enum(unsubTagModes),
    virtual_mta: z.object({
      mode,
      virtual_mtas: z
        .array(z.object({ id: z.int(), name: z.string(), type: z.string() }))
        .optional()
        .meta({ description: 'Present with select_some.' }),
    }),
    bounce_email: z.object({
      mode,
      bounce_email: z
        .object({ id: z.string(), email: z.string() })
        .optional()
        .meta({ description: 'Present with hide_one. The id is <user id>@<domain id>.' }),
    }),
    url_domain: z.object({
      mode,
      url_domain: z
        .object({ id: z.int(), domain: z.string() })
        .optional()
        .meta({ description: 'Present with hide_one.' }),
    }),
    email_address: modeOnly,
    special_sending_rule: modeOnly,
    speed: mode,
    can_edit_header_and_footer: z.boolean(),
    can_embed_pictures: z.boolean(),
    can_attach_files: z.boolean(),
  })
  .meta({ id: 'OrganizationPermissions' })

export type OrganizationPermissions = z.input<typeof organizationPermissionsSchema>

const modeInput = choice(permissionModes).meta({
  description:
    'What the organization can choose: any (select_any), only the listed ones (select_some), only the named one ' +
    '(hide_one), or nothing (none).',
})
const modeOnlyInput = z.object({ mode: modeInput }).nullish()

/** Other attributes, which answers contain, are accepted and ignored. */
export const namedReference = z.object({
  id: idField.nullish().meta({ description: 'The id of the record.' }),
  name: text(255).nullish().meta({ description: 'The name of the record. Ignored if an id is given.' }),
})

/** The id is `<user id>@<domain id>`; a whole number is the user id alone. */
const bounceEmailReference = z.object({
  id: z
    .union([text(64), z.number()], 'must be a string or a whole number')
    .transform(String)
    .nullish()
    .meta({ description: 'The bounce email as user id and domain id, 4@1, or the user id alone.' }),
  email: text(600)
    .nullish()
    .meta({ description: 'The address of the bounce email. Ignored if an id is given.' }),
})

const urlDomainReference = z.object({
  id: idField.nullish().meta({ description: 'The id of the URL domain.' }),
  domain: text(600).nullish().meta({ description: 'The URL domain. Ignored if an id is given.' }),
})

/** A given key is replaced as a whole: its mode and the data of that mode. */
export const organizationPermissionsInput = z.object({
  forced_unsub_tag_mode: choice(unsubTagModes).nullish().meta({
    description:
      'What happens to a content without an unsubscribe link: nothing (default), a footer with the link is added (append_if_missing), or it is refused (require).',
  }),
  virtual_mta: z
    .object({
      mode: modeInput,
      virtual_mtas: z
        .array(namedReference)
        .max(1000)
        .nullish()
        .meta({ description: 'The virtual MTAs to choose from, required with select_some.' }),
    })
    .refine(
      (value) => value.mode !== 'select_some' || (value.virtual_mtas ?? []).length > 0,
      needs('virtual_mtas'),
    )
    .nullish()
    .meta({ description: 'Which virtual MTAs the organization can use.' }),
  bounce_email: z
    .object({
      mode: modeInput,
      bounce_email: bounceEmailReference
        .nullish()
        .meta({ description: 'The bounce email to use, required with hide_one.' }),
    })
    .refine((value) => value.mode !== 'hide_one' || value.bounce_email != null, needs('bounce_email'))
    .nullish()
    .meta({ description: 'Which bounce emails the organization can use.' }),
  url_domain: z
    .object({
      mode: modeInput,
      url_domain: urlDomainReference
        .nullish()
        .meta({ description: 'The URL domain to use, required with hide_one.' }),
    })
    .refine((value) => value.mode !== 'hide_one' || value.url_domain != null, needs('url_domain'))
    .nullish()
    .meta({ description: 'Which URL domains the organization can use.' }),
  email_address: modeOnlyInput.meta({
    description:
      'Whether the organization can set the addresses of its messages (from_email, reply_to, sender_email): not with none.',
  }),
  special_sending_rule: modeOnlyInput.meta({
    description:
      'Whether campaigns and autoresponders may use special sending rules: select_any. Any other mode: none.',
  }),
  speed: modeInput.nullish().meta({
    description: 'Whether the organization can set the speed of lists and campaigns: not with none.',
  }),
  can_edit_header_and_footer: flag.nullish().meta({
    description: 'Whether organization administrators can edit the headers and footers of messages.',
  }),
  can_embed_pictures: flag.nullish().meta({
    description: 'Whether campaigns can carry their pictures (cid:asset-5) in each message. Default: false.',
  }),
  can_attach_files: flag.nullish().meta({
    description: 'Whether campaigns can carry files (attachments) in each message. Default: false.',
  }),
})

export type OrganizationPermissionsInput = z.output<typeof organizationPermissionsInput>
export type NamedReference = z.output<typeof namedReference>
export type BounceEmailReference = z.output<typeof bounceEmailReference>

function needs(key: string) {
  return { path: [key], error: 'cannot be blank' }
}
