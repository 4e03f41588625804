/** Walks that several listings follow: an index, the funds that hold it and the futures on it move as one. */

import type { Walk } from '../prices/walk.ts'
import { walkOf } from './draft.ts'

/** What follows what, by ticker or root. */
const followers: Readonly<Record<string, string>> = {
  SPY: 'SPX',
  VOO: 'SPX',
  IVV: 'SPX',
  ES: 'SPX',
  MES: 'SPX',
  QQQ: 'NDX',
  NQ: 'NDX',
  DIA: 'DJI',
  YM: 'DJI',
  IWM: 'RUT',
  RTY: 'RUT',
  FDAX: 'DAX',
  FESX: 'SX5E',
  GLD: 'GOLD',
  GC: 'GOLD',
  SLV: 'SILVER',
  SI: 'SILVER',
  HG: 'COPPER',
  PL: 'PLATINUM',
  CL: 'USOIL',
  NG: 'NATGAS',
  ZW: 'WHEAT',
  ZC: 'CORN',
  SB: 'SUGAR',
  DX: 'DXY',
}

export function leaderOf(ticker: string): string {
  return followers[ticker] ?? ticker
}

/** Of an index or a commodity, at a level of 1: the listing's scale gives its size. */
export function sharedWalk(worldKey: number, leader: string, sigma: number): Walk {
  return walkOf(worldKey, `leader ${leader}`, 1, sigma, { trend: 0.00012, wander: 0.12 })
}

/** Daily deviations of the leaders, so that all who follow agree on them. */
const sigmas: Readonly<Record<string, number>> = {
  VIX: 0.055,
  GOLD: 0.009,
  SILVER: 0.016,
  PLATINUM: 0.014,
  COPPER: 0.013,
  USOIL: 0.019,
  UKOIL: 0.019,
  NATGAS: 0.03,
  WHEAT: 0.016,
  CORN: 0.014,
  SUGAR: 0.017,
  DXY: 0.004,
}

export function leaderSigma(leader: string, usual: number): number {
  return sigmas[leader] ?? usual
}
