"""What OpenSpiel's searches ask of any game of two seats."""

import pyspiel


class Game:
    def __init__(self, name, hidden):
        kinds = pyspiel.GameType
        hides = kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION
        self.type = kinds(
            short_name=f"whistle_{name}",
            long_name=name,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.DETERMINISTIC,
            information=hides,
            utility=kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )

    def get_type(self):
        return self.type

    def max_utility(self):
        return 1.0


class Position:
    """A state of a game. What chance brings is drawn before: with the world that a seat may be in."""

    __slots__ = ()
    game = None

    def get_game(self):
        return self.game

    def is_chance_node(self):
        return False

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.player


class Watcher:
    """What a seat has seen of a game. `hear` takes an event, `check` holds a view against it, and `world` is a state that the seat
    cannot tell from the real one, each equally likely."""

    def forced(self):
        """What everybody knows to be the seat's only choice."""
        return None
