import { expect, test } from 'vitest'
import { deviceOf, placeOf } from '../../../console/users/account/devices.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/142.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`, 'Chrome on ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 14; SM-S918B) ${blink} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) SamsungBrowser/28.0 ${blink} Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} FxiOS/140.0 Safari/605.1`,
    'Firefox on iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webKit} CriOS/142.0 Safari/605.1`, 'Chrome on iPad'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['A program of ours', 'A program of ours'],
  ['', 'Unknown browser'],
])('%s is %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})

test.each([
  ['127.0.0.1', '203.0.113.7', 'The computer of the server'],
  ['::1', '203.0.113.7', 'The computer of the server'],
  ['192.168.1.20', '203.0.113.7', 'A local network'],
  ['fd00::1', '203.0.113.7', 'A local network'],
  ['203.0.113.200', '203.0.113.7', 'The network that you use now'],
  ['2001:db8:1:2::1', '2001:db8:1:9::1', 'The network that you use now'],
  ['203.0.114.7', '203.0.113.7', 'Another network than now'],
  ['2001:db8:2::1', '2001:db8:1::1', 'Another network than now'],
  ['203.0.113.7', '', 'Another network than now'],
  ['', '203.0.113.7', 'Not known'],
])('%s, seen from %s, is %s', (address, here, place) => {
  expect(placeOf(address, here)).toBe(place)
})
