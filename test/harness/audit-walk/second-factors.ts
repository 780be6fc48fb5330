import { totpCode } from '../../../src/actions/users/totp.ts'
import type { Walk, World } from './world.ts'
import { aUserWithPassword, password } from '../records/log-in.ts'
import { aSession, type SessionActor } from '../records/sessions.ts'

const path = 'users/current/totp'

export const secondFactorWalk: Walk = {
  'user.totp_enabled': async (world) => {
    const { as, codeOf } = await aBegunFactor(world)
    return { method: 'POST', path: `${path}/confirm`, body: { code: codeOf(0) }, as }
  },
  'user.totp_disabled': async (world) => {
    const { as, codeOf } = await aFactor(world)
    // The code is used up and the try counted in a transaction before the check.
    return { method: 'DELETE', path, body: { code: codeOf(1) }, as, isChange: false }
  },
  'user.totp_reset': async (world) => {
    const { as } = await aFactor(world)
    return { method: 'DELETE', path: `users/${as.userId}/totp`, as: world.a }
  },
  'user.totp_reset by a system administrator': async (world) => {
    const { as } = await aFactor(world)
    const { organizationId } = world.a
    const where = `organizations/${organizationId}/users/${as.userId}/totp`
    return { method: 'DELETE', path: where, as: world.system, organizationId }
  },
}

export const lockoutWalk: Walk = {
  'user.lockout_cleared': async (world) => {
    const id = await aUserWithPassword(world)
    // The failures are counted beside the log, for all organizations.
    return { method: 'DELETE', path: `users/${id}/password_failure_lockout`, as: world.a, isChange: false }
  },
  'user.lockout_cleared by a system administrator': async (world) => {
    const { organizationId } = world.a
    const path = `organizations/${organizationId}/users/${await aUserWithPassword(world)}/password_failure_lockout`
    return { method: 'DELETE', path, as: world.system, organizationId, isChange: false }
  },
}

type Factor = { as: SessionActor; codeOf: (stepsAhead: number) => string }

async function aBegunFactor(world: World): Promise<Factor> {
  const { organizationId } = world.a
  const as = await aSession(world, organizationId, await aUserWithPassword(world))
  const { data } = await world.send('POST', path, { password }, as)
  const step = Math.floor(Date.now() / 30_000)
  return { as, codeOf: (stepsAhead) => totpCode(String(data['secret']), step + stepsAhead) }
}

async function aFactor(world: World): Promise<Factor> {
  const factor = await aBegunFactor(world)
  const { status } = await world.send('POST', `${path}/confirm`, { code: factor.codeOf(0) }, factor.as)
  if (status !== 200) throw new Error(`the second factor was refused: ${status}`)
  return factor
}
