"""OpenSpiel's searches with a limit of processor time, and without what costs much and decides nothing: the same formulas, without
NumPy for single numbers, copies of whole nodes and lists shuffled for one draw."""

import math
import random
import time

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts


class TimeIsUp(Exception):
    pass


class Playouts(mcts.Evaluator):
    """Random playouts, each choice equally likely, without a list of all choices at each step."""

    def evaluate(self, state):
        return state.playout()

    def prior(self, state):
        # Neither search below weighs choices before it tries them.
        return []


class Clock:
    """Counts the simulations of one search, and ends it. It looks at the time after every eighth: that costs as much as a playout."""

    def __init__(self, seconds):
        self.begun, self.seconds, self.simulations = time.process_time(), seconds, 0

    def tick(self):
        if self.simulations & 7 == 0 and self.simulations and time.process_time() - self.begun >= self.seconds:
            raise TimeIsUp
        self.simulations += 1


class Tree(mcts.MCTSBot):
    """The search of games in which nothing is hidden, with its solver."""

    def __init__(self, game, exploration, seconds):
        super().__init__(game, exploration, 1 << 40, Playouts(), solve=True)
        self.clock = Clock(seconds)

    def action(self, world):
        self.root = None
        try:
            self.root = self.mcts_search(world())
        except TimeIsUp:
            pass
        return self.root.best_child().action

    def _apply_tree_policy(self, root, state):
        self.root = root
        self.clock.tick()
        path, state, node = [root], state.clone(), root
        while node.explore_count > 0 and not state.is_terminal():
            if not node.children:
                player, actions = state.current_player(), list(state.legal_actions())
                random.shuffle(actions)
                node.children = [mcts.SearchNode(action, player, 1.0) for action in actions]
            node = self.best(node)
            state.apply_action(node.action)
            path.append(node)
        return path, state

    def best(self, node):
        best, most, log = None, -math.inf, self.uct_c**2 * math.log(node.explore_count)
        for child in node.children:
            if child.outcome is not None:
                value = child.outcome[child.player]
            elif child.explore_count == 0:
                return child
            else:
                count = child.explore_count
                value = child.total_reward / count + math.sqrt(log / count)
            if value > most:
                best, most = child, value
        return best


class Sets(ismcts.ISMCTSBot):
    """The search over information sets."""

    def __init__(self, game, exploration, seconds):
        most_visits = ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        super().__init__(game, Playouts(), exploration, 1 << 40, final_policy_type=most_visits)
        self.clock = Clock(seconds)

    def action(self, world):
        state = world()
        self.set_resampler(lambda state, player: self.sample(world))
        try:
            self.run_search(state)
        except TimeIsUp:
            pass
        policy = self.get_final_policy(state, self._root_node)
        most = max(chance for _, chance in policy)
        return random.choice([action for action, chance in policy if chance == most])

    def sample(self, world):
        self.clock.tick()
        return world()

    def get_state_key(self, state):
        return state.key()

    def expand_if_necessary(self, state, node, action):
        if action not in node.child_info:
            node.child_info[action] = ismcts.ChildInfo(0.0, 0.0, 1.0)

    def check_expand(self, node, legal_actions):
        tried = node.child_info
        if len(tried) == len(legal_actions):
            return pyspiel.INVALID_ACTION
        return random.choice([action for action in legal_actions if action not in tried])

    def select_action(self, node):
        log = self._uct_c**2 * math.log(node.total_visits)
        values = [
            (child.return_sum / child.visits + math.sqrt(log / child.visits), action)
            for action, child in node.child_info.items()
        ]
        most = max(values)[0] - ismcts.TIE_TOLERANCE
        return random.choice([action for value, action in values if value > most])
