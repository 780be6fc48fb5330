import { Box } from '@mantine/core'

/** Length, not hue: a share from 0, beside a figure that says the same. */
export function Bar({ value, of }: { value: number; of: number }) {
  return (
    <Box aria-hidden h={10} w="100%" miw={60} bg="var(--quiver-hairline)" style={{ borderRadius: 2 }}>
      <Box
        h={10}
        w={`${of <= 0 ? 0 : Math.min(100, (100 * value) / of)}%`}
        bg="var(--mantine-primary-color-filled)"
        style={{ borderRadius: 2 }}
      />
    </Box>
  )
}
