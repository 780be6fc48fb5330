import { z } from 'zod'
import { name } from '../api/fields.ts'
import { resourceEndpoints } from '../resources/endpoints.ts'
import { rightsInput, rightsSchema } from './rights.ts'
import type { Rights } from './right-names.ts'

const described = 'What users with the role may do, by resource; reading is a permission, too.'

export const userRoleSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    permissions: rightsSchema.meta({ description: described }),
    users: z.int().meta({ description: 'How many users have the role.' }),
  })
  .meta({ id: 'UserRole' })

export type UserRole = Omit<z.output<typeof userRoleSchema>, 'permissions'> & { permissions: Rights }

export const userRoleInput = z.object({
  name: name(60).meta({ description: 'A name for the role, up to 60 characters.' }),
  permissions: rightsInput
    .refine((given) => given.scim === undefined, 'has scim, which is a right of API keys alone')
    .meta({ description: described }),
})
export const userRoleChanges = userRoleInput.partial()

export type UserRoleInput = z.output<typeof userRoleInput>
export type UserRoleChanges = z.output<typeof userRoleChanges>

const kind = resourceEndpoints<UserRoleInput, UserRoleChanges>({
  name: 'UserRole',
  path: 'roles',
  tag: 'Users',
  one: 'role',
  many: 'roles',
  param: ':id',
  wrapper: 'role',
  record: userRoleSchema,
  input: userRoleInput,
  changes: userRoleChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'organization_admin', write: 'organization_admin' },
})

export const userRoleEndpoints = {
  ...kind,
  own: {
    ...kind.own,
    update: {
      ...kind.own.update,
      summary:
        'Update a role; what its users may do changes at once, and attributes that are not given keep their values',
    },
    remove: { ...kind.own.remove, summary: 'Delete a role that no user and no log-in provider has' },
  },
}
