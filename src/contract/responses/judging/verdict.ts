/** What tells a machine. Stored with each hit, so a name never changes its meaning. */
export const machineReasons = [
  'head',
  'prefetch',
  'known_agent',
  'security_scanner',
  'scanner_network',
  'no_agent',
  'apple_privacy',
  'hidden_link',
  'early',
  'burst',
] as const

/** `no_sign`: nothing tells a machine. */
export const personReasons = ['picture_proxy', 'mail_program', 'no_sign'] as const

export type MachineReason = (typeof machineReasons)[number]

export type Verdict =
  | { isMachine: true; reason: MachineReason }
  | { isMachine: false; reason: (typeof personReasons)[number] }

/** `hidden`: of the link that no person sees. */
export type HitKind = 'open' | 'click' | 'hidden'

/** What one request for a picture or a link says of the program that made it. */
export type Seen = {
  userAgent: string
  /** Of the headers Sec-Purpose, Purpose, X-Purpose and X-Moz. Empty: none. */
  purpose: string
  isHead: boolean
  /** As `networkPrefix` returns it. null: not known. */
  network: string | null
}
