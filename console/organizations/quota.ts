import type { z } from 'zod'
import type { organizationSchema } from '../../src/contract/organizations/endpoints.ts'
import { organizationWords as words } from '../words/organizations.ts'

export type Organization = z.output<typeof organizationSchema>

type Quota = { mode: keyof typeof words.modes; limit?: number | undefined; overage?: number | undefined }

export function quotaOf({ mode, limit, overage = 0 }: Quota): string {
  return limit === undefined ? words.modes[mode] : words.limit(limit, overage)
}
