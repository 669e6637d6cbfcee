"""The sounds of a table, rendered without a loudspeaker and measured: pitch, length, loudness."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.extent import part
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import BrowserUser

RATE = 48_000
"""Samples in a second."""

RENDERED = """async ([base, rate, sound]) => {
  let rendered = null;
  let seed = 1;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, rate, rate); rendered = this; }
    get state() { return "running"; }
  };
  const { playSound } = await import(`${base}table/sounds.js?${sound}`);
  playSound(sound);
  const second = await rendered.startRendering();
  return Array.from(second.getChannelData(0));
}"""
"""Plays a sound into a buffer of one second; each has the module, and so the buffer, to itself.

The noise is the same each time, so that its spectrum is."""


def _heard(page: BrowserUser, sound: str) -> NDArray[np.float64]:
    return np.array(page.page.evaluate(RENDERED, [modules_base(), RATE, sound]))


def _peak(wave: NDArray[np.float64]) -> float:
    """The loudest frequency (Hz)."""
    spectrum = np.abs(np.fft.rfft(wave * np.hanning(len(wave)), n=RATE))
    return float(np.argmax(spectrum))


def _centre(wave: NDArray[np.float64]) -> float:
    """The frequency at which half of the energy lies below, and half above (Hz)."""
    energy = np.cumsum(np.abs(np.fft.rfft(wave, n=RATE)) ** 2)
    return float(np.searchsorted(energy, energy[-1] / 2))


def test_tones_have_their_pitch(page: BrowserUser) -> None:
    assert _peak(_heard(page, "turn")) == pytest.approx(660, abs=3)
    chord = _heard(page, "end")
    begins = [int(at * RATE) for at in (0.04, 0.17, 0.3)]
    spectra = [_peak(chord[begin : begin + RATE // 10]) for begin in begins]
    assert spectra == pytest.approx([523, 659, 784], abs=12), "a rising triad"


def test_cards_sound_like_paper_and_end_at_once(page: BrowserUser) -> None:
    card, trick = _heard(page, "card"), _heard(page, "trick")
    assert 1000 < _centre(trick) < _centre(card) < 6000, "noise, lower where a trick is taken in"
    for wave, length in ((card, 0.05), (trick, 0.15)):
        end = int((length + 0.01) * RATE)
        assert np.max(np.abs(wave[:end])) > 100 * np.max(np.abs(wave[end:]))


@pytest.mark.parametrize("sound", part(["card", "trick", "turn", "end"], 2))
def test_no_sound_is_loud_or_cut_off(page: BrowserUser, sound: str) -> None:
    wave = _heard(page, sound)
    assert 0.02 < np.max(np.abs(wave)) < 0.5, "heard, and far from distortion"
    assert abs(np.mean(wave)) < 0.001, "no constant part, which would click"
    assert np.max(np.abs(wave[-RATE // 10 :])) < 0.001, "silent before the second is over"
