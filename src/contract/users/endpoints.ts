import { languages } from './languages.ts'
import { z } from 'zod'
import { endpoint, roles } from '../api/endpoint.ts'
import { permissionNames, type Permissions } from './permissions.ts'
import { userChanges, userInput } from './input.ts'

export const permissionsSchema = z
  .object(
    Object.fromEntries(
      Object.entries(permissionNames).map(([key, names]) => [key, z.array(z.enum(names)).optional()]),
    ),
  )
  .meta({
    id: 'Permissions',
    description: 'The permissions of the user, by resource. Administrators have all of them.',
  })

export const userSchema = z
  .object({
    id: z.int(),
    full_name: z.string(),
    email: z.string(),
    active: z.boolean().meta({ description: 'Whether the user can log in.' }),
    role: z.enum(roles),
    show_quick_tips: z.boolean(),
    default_preview_recipients: z.array(z.string()),
    time_zone: z
      .string()
      .nullable()
      .meta({ description: "The time zone of the user. null: the organization's time zone." }),
    language: z
      .enum(languages)
      .nullable()
      .meta({ description: 'The language that the user reads. null: the one that the browser asks for.' }),
    permissions: permissionsSchema,
    role_id: z.int().nullable().meta({
      description:
        'The role of the organization that says what the user may do; permissions are those that it has. null: what permissions say, and reading. Without effect while the user is an administrator.',
    }),
    mailing_list_ids: z.array(z.int()).nullable().meta({
      description:
        'The mailing lists that exist for the user. null: all. Without effect while the user is an administrator.',
    }),
    second_factor_required: z
      .boolean()
      .meta({ description: 'Whether the user must set up a second factor before anything else.' }),
    second_factor_enabled: z.boolean().meta({ description: 'Whether the user has set up a second factor.' }),
    password_set: z.boolean().meta({
      description: 'Whether the user has followed the invitation and can log in with a password.',
    }),
    single_sign_on: z.boolean().meta({ description: 'Whether the user has logged in with a provider.' }),
    emergency_log_in: z.boolean().meta({
      description:
        'Whether the user can log in with a password although the organization requires a provider.',
    }),
    password_failure_lockout: z
      .object({
        locked_out: z.boolean(),
        locked_out_until: z.iso.datetime({ offset: true }).nullable(),
      })
      .optional()
      .meta({
        description:
          'Whether so many log-ins have failed that nobody, or nobody from one of the networks they came from, can log in. Absent in the answers to the user.',
      }),
  })
  .meta({ id: 'User' })

export type User = Omit<z.input<typeof userSchema>, 'permissions'> & { permissions: Permissions }

const common = { tag: 'Users', role: 'organization_admin', paged: 'none' } as const
const record = { ...common, data: userSchema, wrapper: 'user' } as const
const ofOrganization = { ...common, role: 'system_admin' } as const
const recordOfOrganization = { ...record, role: 'system_admin' } as const

export const listUsers = endpoint({
  ...common,
  id: 'listUsers',
  method: 'GET',
  path: 'users',
  summary: 'List the users of the organization, by id',
  data: z.array(userSchema),
})

export const createUser = endpoint({
  ...record,
  id: 'createUser',
  method: 'POST',
  path: 'users',
  summary: 'Create a user and mail an invitation with a link to set the password',
  body: userInput,
})

export const showUser = endpoint({
  ...common,
  id: 'showUser',
  method: 'GET',
  path: 'users/:id',
  summary: 'Show a user',
  data: userSchema,
})

export const updateUser = endpoint({
  ...record,
  id: 'updateUser',
  method: 'PUT',
  path: 'users/:id',
  summary: 'Update a user; attributes that are not given keep their values',
  body: userChanges,
})

export const deleteUser = endpoint({
  ...common,
  id: 'deleteUser',
  method: 'DELETE',
  path: 'users/:id',
  summary: 'Delete a user and end their sessions',
  data: z.null(),
})

export const deleteUserTotp = endpoint({
  ...common,
  id: 'deleteUserTotp',
  method: 'DELETE',
  path: 'users/:id/totp',
  summary: 'Remove the second factor of a user and end their sessions',
  data: z.null(),
})

export const deleteUserSessions = endpoint({
  ...common,
  id: 'deleteUserSessions',
  method: 'DELETE',
  path: 'users/:id/sessions',
  summary: 'End all sessions of a user',
  data: z.null(),
})

export const deleteUserLockout = endpoint({
  ...common,
  id: 'deleteUserLockout',
  method: 'DELETE',
  path: 'users/:id/password_failure_lockout',
  summary: 'End the lockout of a user after failed log-ins, from all networks',
  data: z.null(),
})

export const inviteUser = endpoint({
  ...common,
  id: 'inviteUser',
  method: 'POST',
  path: 'users/:id/invite',
  summary: 'Mail the invitation again to a user without a password; earlier links stop working',
  data: z.null(),
})

export const listUsersOfOrganization = endpoint({
  ...ofOrganization,
  id: 'listUsersOfOrganization',
  method: 'GET',
  path: 'organizations/:organization_id/users',
  summary: 'List the users of an organization, by id',
  data: z.array(userSchema),
})

export const createUserOfOrganization = endpoint({
  ...recordOfOrganization,
  id: 'createUserOfOrganization',
  method: 'POST',
  path: 'organizations/:organization_id/users',
  summary: 'Create a user of an organization and mail an invitation',
  body: userInput,
})

export const showUserOfOrganization = endpoint({
  ...ofOrganization,
  id: 'showUserOfOrganization',
  method: 'GET',
  path: 'organizations/:organization_id/users/:id',
  summary: 'Show a user of an organization',
  data: userSchema,
})

export const updateUserOfOrganization = endpoint({
  ...recordOfOrganization,
  id: 'updateUserOfOrganization',
  method: 'PUT',
  path: 'organizations/:organization_id/users/:id',
  summary: 'Update a user of an organization',
  body: userChanges,
})

export const deleteUserOfOrganization = endpoint({
  ...ofOrganization,
  id: 'deleteUserOfOrganization',
  method: 'DELETE',
  path: 'organizations/:organization_id/users/:id',
  summary: 'Delete a user of an organization',
  data: z.null(),
})

export const deleteUserLockoutOfOrganization = endpoint({
  ...ofOrganization,
  id: 'deleteUserLockoutOfOrganization',
  method: 'DELETE',
  path: 'organizations/:organization_id/users/:id/password_failure_lockout',
  summary: 'End the lockout of a user of an organization after failed log-ins',
  data: z.null(),
})

export const deleteUserTotpOfOrganization = endpoint({
  ...ofOrganization,
  id: 'deleteUserTotpOfOrganization',
  method: 'DELETE',
  path: 'organizations/:organization_id/users/:id/totp',
  summary: 'Remove the second factor of a user of an organization',
  data: z.null(),
})

export const deleteUserSessionsOfOrganization = endpoint({
  ...ofOrganization,
  id: 'deleteUserSessionsOfOrganization',
  method: 'DELETE',
  path: 'organizations/:organization_id/users/:id/sessions',
  summary: 'End all sessions of a user of an organization',
  data: z.null(),
})

export const inviteUserOfOrganization = endpoint({
  ...ofOrganization,
  id: 'inviteUserOfOrganization',
  method: 'POST',
  path: 'organizations/:organization_id/users/:id/invite',
  summary: 'Mail the invitation again to a user of an organization',
  data: z.null(),
})
