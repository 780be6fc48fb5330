import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { count } from '../../../design/figures.ts'

type NumberProps = { value: number; to: string | undefined; children?: ReactNode }

/** A number that leads to its people, if there are any and one may see them. */
export function Number({ value, to, children = count(value) }: NumberProps) {
  if (to === undefined || value === 0) return <>{children}</>
  return (
    <Anchor component={Link} href={to} inherit>
      {children}
    </Anchor>
  )
}
