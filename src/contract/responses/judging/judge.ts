import { agentKind, type AgentKind } from './agents.ts'
import { isScannerNetwork } from './networks.ts'
import type { HitKind, MachineReason, Seen, Verdict } from './verdict.ts'

/**
 * Raise it with each change of the rules or the lists that tells hits apart better: upkeep then judges kept hits anew. A test
 * compares it with what the judge says.
 */
export const judgeVersion = 1

/** Nobody reads a message and follows a link of it in this time after a server took it. */
const earlySeconds = 3

/** @param ageSeconds of the message, at most. null: not known. */
export type LoneHit = { kind: HitKind; seen: Seen; ageSeconds: number | null }

/** By what one request says of itself. */
export function judgeHit({ kind, seen, ageSeconds }: LoneHit): Verdict {
  if (kind === 'hidden') return machine('hidden_link')
  if (seen.isHead) return machine('head')
  if (/\b(?:prefetch|prerender|preview)\b/i.test(seen.purpose)) return machine('prefetch')
  const agent = agentKind(seen.userAgent)
  if (kind === 'open' && agent === 'picture_proxy') return { isMachine: false, reason: 'picture_proxy' }
  if (seen.network !== null && isScannerNetwork(seen.network)) return machine('scanner_network')
  const reason = ofAgent(kind, agent)
  if (reason !== null) return machine(reason)
  // Programs that read mail load pictures at once: only clicks are too early.
  if (kind === 'click' && ageSeconds !== null && ageSeconds < earlySeconds) return machine('early')
  return { isMachine: false, reason: agent === 'mail_program' ? 'mail_program' : 'no_sign' }
}

function ofAgent(kind: HitKind, agent: AgentKind): MachineReason | null {
  switch (agent) {
    case 'none':
      return 'no_agent'
    case 'gmail_prefetch':
      return 'prefetch'
    case 'apple_privacy':
      return kind === 'open' ? 'apple_privacy' : 'known_agent'
    case 'security_scanner':
      return 'security_scanner'
    // A proxy for pictures follows no links.
    case 'picture_proxy':
    case 'bot':
      return 'known_agent'
    case 'mail_program':
    case 'other':
      return null
  }
}

function machine(reason: MachineReason): Verdict {
  return { isMachine: true, reason }
}
