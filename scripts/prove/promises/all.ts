import type { Area } from '../promise.ts'
import { hostile } from './hostile.ts'
import { mail } from './mail.ts'
import { operation } from './operation.ts'
import { states } from './states.ts'
import { tenants } from './tenants.ts'
import { work } from './work.ts'

export const areas: readonly Area[] = [work, states, mail, tenants, hostile, operation]
