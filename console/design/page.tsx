import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { remember } from '../app/palette/recent.ts'
import { useOrganizationId } from '../app/session.tsx'
import { words } from '../words/app.ts'

type PageProps = {
  /** The same as in the menu and in the title of the tab. */
  title: string
  /** What a name in the title would hide: `draft, saved 14:02`. */
  aside?: ReactNode
  lead?: ReactNode
  /** One filled button at most. */
  actions?: ReactNode
  /** The way back to the list that the page belongs to. */
  parent?: { title: string; to: string }
  children: ReactNode
}

/** The frame of every page: one h1, which takes the focus when the page opens. */
export function Page({ title, aside, lead, actions, parent, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${words.product}`
  }, [title])
  useRemembered(title)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Stack gap="lg" px={{ base: 'md', sm: 'xl' }} py="lg" maw="90rem" className="page">
      <Group justify="space-between" align="flex-end" gap="md">
        <Box>
          {parent !== undefined && (
            <Anchor component={Link} href={parent.to} size="sm">
              {parent.title}
            </Anchor>
          )}
          <Group gap="sm" align="baseline">
            <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {aside !== undefined && (
              <Text component="span" c="dimmed">
                {aside}
              </Text>
            )}
          </Group>
          {lead !== undefined && (
            <Text c="dimmed" maw="44rem" mt={4}>
              {lead}
            </Text>
          )}
        </Box>
        {Boolean(actions) && (
          <Group gap="sm" className="page-actions">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  )
}

/** For the palette. A page without an organization, as before the second factor is set up, is not worth it. */
function useRemembered(title: string): void {
  const [path] = useLocation()
  const organizationId = useOrganizationId()
  useEffect(() => {
    if (organizationId !== null) remember(organizationId, { title, path })
  }, [organizationId, title, path])
}

type PanelProps = { title?: string; actions?: ReactNode; flush?: boolean; children: ReactNode }

/** A surface on the page. `flush`: its content, such as a table, reaches the border. */
export function Panel({ title, actions, flush = false, children }: PanelProps) {
  return (
    <Box component="section" className="panel" p={flush ? 0 : 'md'} style={{ overflow: 'hidden' }}>
      {title !== undefined && (
        <Group justify="space-between" px={flush ? 'md' : 0} pt={flush ? 'sm' : 0} pb="xs">
          <Title order={2} size="h3">
            {title}
          </Title>
          {actions}
        </Group>
      )}
      {children}
    </Box>
  )
}
