import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { Page } from '../design/page.tsx'
import { words } from '../words/app.ts'
import { menuWords } from '../words/session/menu.ts'
import { isPlaceOf, menuFor } from './menu.ts'
import { useMay } from './may.ts'
import type { PageEntry } from './page-entry.ts'
import { MissingRecord, type Absence } from './reach/missing.ts'
import { useOpenSession } from './session.tsx'

/** In the place of a page or a record that does not exist, with the way back. */
export function NotFound() {
  return (
    <Page title={words.notFound.title} lead={words.notFound.text}>
      <Text>
        <WayBack />
      </Text>
    </Page>
  )
}

/** To the place in the menu that the page belongs to. */
function WayBack() {
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
    <Anchor component={Link} href={scope === 'organization' ? `${root}${path}` : path}>
      {words.notFound.to(word)}
    </Anchor>
  )
}

type KnownRecordProps = { path: PageEntry['path']; children: ReactNode }

/**
 * The page of this path, if its address has ids where it should, until one of its calls says that there is no such record.
 * If the page has shown the record before, it stays below that sentence: what was typed can be copied.
 */
export function KnownRecord({ path, children }: KnownRecordProps) {
  const [here] = useLocation()
  const params = useParams() as Record<string, string | undefined>
  const [found, setFound] = useState<{ here: string; absence: Absence } | null>(null)
  useEffect(() => setFound(null), [here])
  const report = useCallback((absence: Absence) => setFound({ here, absence }), [here])
  const absence = found?.here === here ? found.absence : null
  const record = useMemo(() => ({ absence, report }), [absence, report])
  const isAddress = [...path.matchAll(/:(\w+)/g)].every(([, name = '']) =>
    /^[1-9]\d{0,14}$/.test(params[name] ?? ''),
  )
  if (!isAddress || absence === 'missing') return <NotFound />
  return (
    <MissingRecord value={record}>
      {absence === 'gone' && <Gone />}
      {children}
    </MissingRecord>
  )
}

function Gone() {
  const { title, text } = words.gone
  return (
    <Alert
      role="alert"
      variant="outline"
      color="var(--quiver-warning)"
      icon={<IconTrash stroke={1.75} />}
      title={title}
      mx={{ base: 'md', sm: 'xl' }}
      mt="lg"
    >
      <Stack gap="xs" align="flex-start">
        <Text>{text}</Text>
        <WayBack />
      </Stack>
    </Alert>
  )
}
