import { agentKind, type AgentKind } from './agents.ts'
import { isScannerNetwork } from './networks.ts'
import type { HitKind, MachineReason, Seen, Verdict } from './verdict.ts'

/** By what one request says of itself. */
export function judgeHit(kind: HitKind, seen: Seen): Verdict {
  if (seen.isHead) return machine('head')
  if (/\b(?:prefetch|prerender|preview)\b/i.test(seen.purpose)) return machine('prefetch')
  const agent = agentKind(seen.userAgent)
  if (kind === 'open' && agent === 'picture_proxy') return { isMachine: false, reason: 'picture_proxy' }
  if (seen.network !== null && isScannerNetwork(seen.network)) return machine('scanner_network')
  const reason = ofAgent(kind, agent)
  if (reason !== null) return machine(reason)
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
