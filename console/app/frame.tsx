import { AppShell, Burger, Group, Text, useDirection } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Loading } from '../design/states.tsx'
import { Elsewhere } from '../users/elsewhere.tsx'
import { SessionOver } from '../users/session-over.tsx'
import { SteppedIn } from '../users/stepped-in.tsx'
import { words } from '../words/app.ts'
import { AccountMenu } from './account-menu.tsx'
import { Boundary } from './boundary.tsx'
import { useMay } from './may.ts'
import { Navigation } from './navigation.tsx'
import { KnownRecord, NotFound } from './not-found.tsx'
import { SwitcherDoor } from '../organizations/switcher/door.tsx'
import { PaletteDoor } from './palette/door.tsx'
import { pages } from './pages.ts'
import type { PageEntry } from './page-entry.ts'
import { useOpenSession } from './session.tsx'
import { KeepFocus } from './reach/keep-focus.tsx'
import { AskBeforeLeaving } from './reach/leaving.tsx'
import { SendUnsent } from './reach/unsent.tsx'
import { StreamProvider } from './stream.tsx'

/** The shell around every page of people who have logged in. */
export default function Frame({ isOver }: { isOver: boolean }) {
  const [isMenuOpen, { toggle, close }] = useDisclosure(false)
  const { dir } = useDirection()
  const [path] = useLocation()
  useEffect(close, [path, close])
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding={0}
    >
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <AppShell.Header px="md" style={{ borderColor: 'var(--quiver-hairline)' }}>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
            <Burger
              opened={isMenuOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={words.openMenu}
            />
            <Text fw={600} style={{ flexShrink: 0 }}>
              {words.product}
            </Text>
            <SwitcherDoor />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <PaletteDoor />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" style={{ borderColor: 'var(--quiver-hairline)' }} aria-label={words.menu}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" style={{ background: 'var(--quiver-page)' }}>
        <SteppedIn />
        <StreamProvider>
          <SendUnsent />
          <AskBeforeLeaving />
          <KeepFocus />
          <OpenPage />
        </StreamProvider>
      </AppShell.Main>
      <Notifications position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'} />
      {isOver && <SessionOver />}
    </AppShell>
  )
}

/** People who must set up a second factor can do nothing else before. */
const Me = lazy(() => import('../users/account/account-page.tsx'))
const components = new Map<PageEntry, ComponentType>(pages.map((page) => [page, lazy(page.load)]))

/** The page of the address, if the person may open it. */
function OpenPage() {
  const may = useMay()
  const { organization, second_factor_missing } = useOpenSession()
  const home = `/o/${organization.id}/overview`
  if (second_factor_missing) {
    return (
      <Suspense fallback={<Loading />}>
        <Me />
      </Suspense>
    )
  }
  const open = pages.filter(({ needs }) => needs === undefined || may(needs))
  return (
    <Switch>
      <Route path="/">
        <Redirect to={home} replace />
      </Route>
      {open.map((page) => (
        <Route key={page.scope + page.path} path={addressOf(page, organization.id)}>
          <Boundary key={page.path}>
            <Suspense fallback={<Loading rows={8} />}>
              <KnownRecord path={page.path}>
                <PageOf page={page} />
              </KnownRecord>
            </Suspense>
          </Boundary>
        </Route>
      ))}
      <Route path="/o/:organization/*?">
        <Elsewhere />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

function PageOf({ page }: { page: PageEntry }) {
  const Component = components.get(page)
  return Component === undefined ? null : <Component />
}

function addressOf({ scope, path }: PageEntry, organizationId: number): string {
  return scope === 'organization' ? `/o/${organizationId}${path}` : path
}
