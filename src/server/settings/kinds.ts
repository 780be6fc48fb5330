import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseDomain } from '../../contract/values/hosts.ts'
import { parseSmtpUrl } from '../../contract/resources/smtp-url.ts'

/** The kinds of values that settings have. */

export function wholeNumber(min: number, max: number, fallback: number) {
  const problem = `must be a whole number between ${min} and ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, problem)
    .transform(Number)
    .refine((value) => value >= min && value <= max, problem)
    .default(fallback)
}

export function oneOf<const Values extends readonly string[]>(values: Values, fallback: Values[number]) {
  const list = values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`
  return z.enum(values, `must be ${list}`).default(fallback)
}

export type ListenAddress = { host: string; port: number }

/** A port of this machine (`2525`), or of another address, too (`0.0.0.0:2525`, `[::]:2525`); 0: off. */
export const listenAddress = z
  .string()
  .default('0')
  .transform((text, context): ListenAddress => {
    const [, bracketed, plain, digits = ''] = /^(?:(?:\[([^\]]+)\]|([^:\s]+)):)?(\d{1,5})$/.exec(text) ?? []
    const port = Number(digits)
    if (digits !== '' && port < 65_536) return { host: bracketed ?? plain ?? '127.0.0.1', port }
    context.addIssue('must be a port, or address:port, such as 0.0.0.0:2525')
    return z.NEVER
  })

export type MailAddress = ListenAddress & { tls: boolean }

/** Several, each with `tls://` in front if TLS begins with the first byte; empty or 0: off. */
export const mailAddresses = z.string().transform((text, context): MailAddress[] =>
  text.split(',').flatMap((part) => {
    const [, scheme, rest = ''] = /^(tls:\/\/)?(.*)$/.exec(part.trim()) ?? []
    const read = listenAddress.safeParse(rest)
    if (read.success) return read.data.port === 0 ? [] : [{ ...read.data, tls: scheme !== undefined }]
    context.addIssue(
      'must be a port or address:port, several separated by commas, such as 0.0.0.0:587,tls://0.0.0.0:465',
    )
    return []
  }),
)

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .optional()

const commaList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))

export const networks = commaList.refine(
  (parts) => parts.every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)),
  'must be addresses or networks (10.0.0.0/8), several separated by commas',
)

export const hostsAndPorts = commaList.refine(
  (parts) => parts.every((part) => /^\S+:\d{1,5}$/.test(part)),
  'must be host:port, several separated by commas',
)

export const nameServers = commaList.refine(
  (parts) => parts.every(isDnsServer),
  'must be IP addresses, with :port if it is not 53 ([::1]:53 for IPv6), several separated by commas',
)

function isDnsServer(text: string): boolean {
  const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(bracketed ?? plain ?? text) !== 0 && Number(port) < 65_536
}

export const smtpUrl = z.string().superRefine((value, context) => {
  const parsed = parseSmtpUrl(value)
  if ('problem' in parsed) context.addIssue(parsed.problem)
})

export const domainName = z.string().transform((value, context) => {
  const domain = parseDomain(value)
  if (domain === null) context.addIssue('must be a domain name, such as mail.example.com')
  return domain ?? z.NEVER
})
