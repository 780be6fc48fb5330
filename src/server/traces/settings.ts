import { z } from 'zod'
import type { TraceSettings } from '../../work/traces/traced.ts'

const pair = /^[\w!#$%&'*+.^`|~-]+=[\x21-\x7e ]*$/

function pairsOf(text: string): string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

function isCollector(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === ''
}

/** Names and meanings are those of OpenTelemetry. */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isCollector, 'must be a url such as http://127.0.0.1:4318, without a user and a query')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .refine(
      (text) => pairsOf(text).every((part) => pair.test(part)),
      'must be name=value, several separated by commas',
    ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .default('1'),
}

type Values = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS: string
  OTEL_TRACES_SAMPLER_ARG: string
}

/** null: no traces are made. */
export function traceSettings(value: Values): TraceSettings | null {
  const endpoint = value.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return null
  const headers = Object.fromEntries(
    pairsOf(value.OTEL_EXPORTER_OTLP_HEADERS).map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at), part.slice(at + 1)]
    }),
  )
  return { endpoint, headers, share: Number(value.OTEL_TRACES_SAMPLER_ARG) }
}
