import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { name, text } from '../api/fields.ts'
import { userSchema } from './endpoints.ts'
import { userChanges } from './input.ts'
import { passwordLengthMax, passwordLengthMin } from './sessions.ts'

const { show_quick_tips, default_preview_recipients, time_zone, language } = userChanges.shape

export const ownChanges = z.object({
  full_name: name(100).optional().meta({ description: 'The name of the user, up to 100 characters.' }),
  time_zone,
  language,
  show_quick_tips,
  default_preview_recipients,
  password: text(passwordLengthMax).min(passwordLengthMin).optional().meta({
    description:
      'The new password, 12 to 256 characters, by the rules of POST log_in/password. It ends all other sessions of the user.',
  }),
  current_password: text(passwordLengthMax)
    .optional()
    .meta({ description: 'The password until now. Required with password.' }),
})

export type OwnChanges = z.output<typeof ownChanges>

const own = { tag: 'Log-in', role: 'standard', paged: 'none', ofOwnAccount: true, data: userSchema } as const

export const showOwnUser = endpoint({
  ...own,
  id: 'showOwnUser',
  method: 'GET',
  path: 'users/current',
  summary: 'Show the user of the session',
})

export const updateOwnUser = endpoint({
  ...own,
  id: 'updateOwnUser',
  method: 'PUT',
  path: 'users/current',
  summary: 'Update the user of the session; attributes that are not given keep their values',
  wrapper: 'user',
  body: ownChanges,
})
