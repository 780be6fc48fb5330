import { AppError } from '../api/errors.ts'

/** The names of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A request by SCIM that is at fault, with the name that the protocol has for the fault. */
export class ScimError extends AppError {
  readonly scimType: ScimType

  constructor(scimType: ScimType, message: string) {
    super('validation_failed', message, { status: scimType === 'uniqueness' ? 409 : 400 })
    this.name = 'ScimError'
    this.scimType = scimType
  }
}

/** One call must not keep the others waiting for seconds. */
const comparisonsMax = 5_000_000

/** What one call may compare. @throws ScimError `tooMany` */
export function createEffort(): (comparisons: number) => void {
  let done = 0
  return (comparisons) => {
    done += comparisons
    if (done > comparisonsMax)
      throw new ScimError('tooMany', 'it compares too much at once: send it in parts, with shorter filters')
  }
}
