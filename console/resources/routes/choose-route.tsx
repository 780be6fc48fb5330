import { Select } from '@mantine/core'
import { bounceEmailEndpoints } from '../../../src/contract/resources/bounce-emails.ts'
import { urlDomainEndpoints } from '../../../src/contract/resources/url-domains.ts'
import { defaultRoute, virtualMtaEndpoints } from '../../../src/contract/resources/virtual-mtas.ts'
import { useCall } from '../../app/api.ts'
import { areMany } from '../../design/choices.ts'
import { routeWords } from '../../words/resources.ts'

const words = routeWords.choose

const kinds = {
  virtual_mta: { endpoint: virtualMtaEndpoints.own.list, shows: 'name', ...words.route },
  url_domain: { endpoint: urlDomainEndpoints.own.list, shows: 'domain', ...words.links },
  bounce_email: { endpoint: bounceEmailEndpoints.own.list, shows: 'email', ...words.bounces },
} as const

type Found = { id: number | string; [name: string]: unknown }

type ChooseProps = {
  kind: keyof typeof kinds
  /** null, and the id of the System Default Route: none. */
  value: string | null
  change: (value: string | null) => void
  error?: React.ReactNode
}

/** One of what a system administrator has set up for the organization. Nothing if there is nothing to choose. */
export function ChooseRoute({ kind, value, change, error }: ChooseProps) {
  const { endpoint, shows, label, none } = kinds[kind]
  // The endpoints of resources are declared by one function, which leaves their data untyped.
  const found = useCall(endpoint, { query: { per_page: 2000 } })
  const known = ((found.data?.data ?? []) as Found[]).filter(({ id }) => id !== defaultRoute.id)
  const isMta = kind === 'virtual_mta'
  const isNone = value === null || (isMta && value === String(defaultRoute.id))
  if (known.length === 0 && isNone) return null
  return (
    <Select
      label={label}
      placeholder={none}
      clearable
      searchable={areMany(known)}
      data={known.map((one) => ({ value: String(one.id), label: String(one[shows]) }))}
      value={isNone ? null : value}
      error={error}
      onChange={(next) => change(isMta ? (next ?? String(defaultRoute.id)) : next)}
    />
  )
}
