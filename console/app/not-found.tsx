import { Anchor, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { Page } from '../design/page.tsx'
import { words } from '../words/app.ts'
import { menuWords } from '../words/menu.ts'
import { isPlaceOf, menuFor } from './menu.ts'
import { useMay } from './may.ts'
import type { PageEntry } from './page-entry.ts'
import { MissingRecord } from './reach/missing.ts'
import { useOpenSession } from './session.tsx'

const { title, text, to } = words.notFound

/** In the place of a page or a record that does not exist, with the way back to the place in the menu that it belongs to. */
export function NotFound() {
  const may = useMay()
  const [here] = useLocation()
  const { organization } = useOpenSession()
  const root = `/o/${organization.id}`
  const within = here.startsWith(`${root}/`) ? here.slice(root.length) : here
  const place = menuFor(({ needs }) => needs === undefined || may(needs))
    .flatMap(({ items }) => items)
    .find(({ path }) => isPlaceOf(path, within))
  const { word, path, scope } = place ?? {
    word: menuWords.items.overview,
    path: '/overview',
    scope: 'organization',
  }
  return (
    <Page title={title} lead={text}>
      <Text>
        <Anchor component={Link} href={scope === 'organization' ? `${root}${path}` : path}>
          {to(word)}
        </Anchor>
      </Text>
    </Page>
  )
}

type KnownRecordProps = { path: PageEntry['path']; children: ReactNode }

/** The page of this path, if its address has ids where it should, until one of its calls says that there is no such record. */
export function KnownRecord({ path, children }: KnownRecordProps) {
  const [here] = useLocation()
  const params = useParams() as Record<string, string | undefined>
  const [missing, setMissing] = useState<string | null>(null)
  useEffect(() => setMissing(null), [here])
  const report = useCallback(() => setMissing(here), [here])
  const isAddress = [...path.matchAll(/:(\w+)/g)].every(([, name = '']) =>
    /^[1-9]\d{0,14}$/.test(params[name] ?? ''),
  )
  if (!isAddress || missing === here) return <NotFound />
  return <MissingRecord value={report}>{children}</MissingRecord>
}
