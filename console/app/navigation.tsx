import { Box, NavLink, ScrollArea, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useMay } from './may.ts'
import { isPlaceOf, menuFor } from './menu.ts'
import { useOpenSession } from './session.tsx'

export function Navigation() {
  const may = useMay()
  const { organization } = useOpenSession()
  const [here] = useLocation()
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => showItem(view.current), [here])
  const sections = menuFor(({ needs }) => needs === undefined || may(needs))
  return (
    <ScrollArea type="hover" scrollbarSize={8} h="100%" viewportRef={view}>
      {sections.map(({ word, items }) => (
        <Box key={word} component="section" aria-label={word === '' ? undefined : word} mb="sm">
          {word !== '' && (
            <Text size="xs" fw={500} c="dimmed" px="xs" pb={2}>
              {word}
            </Text>
          )}
          {items.map(({ word: name, path, scope, icon: Icon }) => {
            const to = scope === 'organization' ? `/o/${organization.id}${path}` : path
            const isHere = isPlaceOf(path, here.replace(/^\/o\/\d+/, ''))
            return (
              <NavLink
                key={path}
                component={Link}
                href={to}
                label={name}
                active={isHere}
                aria-current={isHere ? 'page' : undefined}
                leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                px="xs"
                py={6}
                style={{ borderRadius: 6 }}
              />
            )
          })}
        </Box>
      ))}
    </ScrollArea>
  )
}

/** The place where one is may lie below the end of a low window. `scrollIntoView` would move a hidden menu, too. */
function showItem(view: HTMLElement | null): void {
  const item = view?.querySelector('[aria-current=page]')?.getBoundingClientRect()
  if (view === null || item === undefined) return
  const { top, bottom } = view.getBoundingClientRect()
  if (item.bottom > bottom) view.scrollTop += item.bottom - bottom
  if (item.top < top) view.scrollTop -= top - item.top
}
