import { Box, NavLink, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useMay } from './may.ts'
import { isPlaceOf, menuFor } from './menu.ts'
import { useOpenSession } from './session.tsx'

/** So many entries are seen at a glance. */
const shortMenu = 15

export function Navigation() {
  const may = useMay()
  const { organization } = useOpenSession()
  const [here] = useLocation()
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => showItem(view.current), [here])
  const sections = menuFor(({ needs }) => needs === undefined || may(needs))
  const isLong = sections.reduce((sum, { items }) => sum + items.length, 0) > shortMenu
  return (
    <ScrollArea type="hover" scrollbarSize={8} h="100%" viewportRef={view}>
      {sections.map(({ word, items, isFolded = false }) => (
        <Part
          key={word}
          word={word}
          isFolded={isFolded && isLong}
          isHere={items.some(({ path }) => isPlaceOf(path, here.replace(/^\/o\/\d+/, '')))}
        >
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
        </Part>
      ))}
    </ScrollArea>
  )
}

type PartProps = { word: string; isFolded: boolean; isHere: boolean; children: ReactNode }

/** A section of the menu. The one where one is stays open; which others are open is kept for this browser. */
function Part({ word, isFolded, isHere, children }: PartProps) {
  const place = `quiver-menu-${word}`
  const [isOpen, setOpen] = useState(() => !isFolded || window.localStorage.getItem(place) === 'open')
  const isShown = isOpen || isHere
  const toggle = () => {
    setOpen(!isOpen)
    window.localStorage.setItem(place, isOpen ? '' : 'open')
  }
  return (
    <Box component="section" aria-label={word === '' ? undefined : word} mb="sm">
      {word !== '' && !isFolded && (
        <Text size="xs" fw={500} c="dimmed" px="xs" pb={2}>
          {word}
        </Text>
      )}
      {isFolded && (
        <UnstyledButton
          className="menu-fold"
          aria-expanded={isShown}
          aria-disabled={isHere}
          onClick={isHere ? undefined : toggle}
        >
          <Text component="span" size="xs" fw={500} c="dimmed">
            {word}
          </Text>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      {isShown && children}
    </Box>
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
