import { z } from 'zod'
import { idField } from '../api/fields.ts'
import { hashOfNames } from './hash-of-names.ts'
import { rightNames, type Rights } from './right-names.ts'

export const rightsSchema = z
  .object(
    Object.fromEntries(
      Object.entries(rightNames).map(([key, names]) => [key, z.array(z.enum(names)).optional()]),
    ),
  )
  .meta({
    id: 'Rights',
    description: 'What is allowed, by resource: the permissions of users, and more.',
  })

export const rightsInput = hashOfNames<Rights>(rightNames, 'What is allowed with')

export const listIdsMax = 500

export const listIdsInput = z
  .array(idField)
  .max(listIdsMax)
  .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other))
