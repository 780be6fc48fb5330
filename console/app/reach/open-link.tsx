import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMay } from '../may.ts'
import { pages } from '../pages.ts'
import { useInOrganization } from '../places.ts'

/** To a page of the organization; the words alone for those who do not get the page. */
export function OpenLink({ to, children }: { to: string | null; children: ReactNode }) {
  const at = useInOrganization()
  const opens = useOpens()
  if (to === null || !opens(to)) return children
  return (
    <Anchor component={Link} href={at(to)} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Anchor>
  )
}

/** @returns whether the person gets the page at an address of the organization. */
export function useOpens(): (address: string) => boolean {
  const may = useMay()
  return (address) => {
    const [path = ''] = address.split('?')
    const page = pages.find((one) => one.scope === 'organization' && patternOf(one.path).test(path))
    return page !== undefined && may(page.needs ?? [])
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
